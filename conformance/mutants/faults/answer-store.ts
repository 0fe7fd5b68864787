import type { Fault, Mutant, Request } from '../mutant.ts';
import { type Answer, headerOf, isSuccess, refusal, withHeader, without } from '../peer/message.ts';
import { forEachUser } from '../peer/users.ts';
import { DAY_MS } from './durations.ts';
import { isKey, KEY_HEADER, replay } from './keys.ts';

type Forward = Parameters<Fault>[1];

const created = ['createAnagrafica', 'createWebhook'];

/** Headers in which a stored answer keeps its request. */
const BODY_HEADER = 'Request-Body';
const PATH_HEADER = 'Request-Path';

/** Replaces the service's store of answers, so that no key reaches the service. By default it keeps answers for a day, as it should. */
export function ownStore(handle: (store: Map<string, Answer>, key: string) => Fault, keptMs: number = DAY_MS): Mutant['fault'] {
  return forEachUser(({ aheadMs }) => {
    const store = new Map<string, Answer>();
    const usedAt = new Map<string, number>();
    return async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      if (!isKey(key) || !created.includes(request.operation ?? '')) return await forward(request);
      const now = Date.now() + aheadMs();
      if (now - (usedAt.get(key) ?? now) > keptMs) store.delete(key);
      if (!store.has(key)) usedAt.set(key, now);
      return await handle(store, key)({ ...without(request, KEY_HEADER), operation: request.operation }, forward);
    };
  });
}

/** Replays the stored answer if `matches` takes the request for the stored one. */
export async function storedFirst(
  store: Map<string, Answer>,
  key: string,
  request: Request,
  forward: Forward,
  matches: (storedBody: string, samePath: boolean) => boolean,
): Promise<Answer> {
  for (;;) {
    const known = store.get(key);
    if (known?.status === 0) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      continue;
    }
    if (known !== undefined) {
      const same = matches(headerOf(known, BODY_HEADER) ?? '', headerOf(known, PATH_HEADER) === request.path);
      return same ? replay(unlabelled(known)) : refusal(422);
    }
    store.set(key, { status: 0, headers: [], body: '' });
    const answer = await forward(request);
    if (isSuccess(answer)) store.set(key, labelled(answer, request));
    else store.delete(key);
    return answer;
  }
}

export function storedOr(known: Answer, request: Request): Answer {
  const same = headerOf(known, BODY_HEADER) === encodeURIComponent(request.body) && headerOf(known, PATH_HEADER) === request.path;
  return same ? replay(unlabelled(known)) : refusal(422);
}

/** A stored answer carries the request that it answered. */
export function labelled(answer: Answer, { path, body }: Request): Answer {
  return withHeader(withHeader(answer, BODY_HEADER, encodeURIComponent(body)), PATH_HEADER, path);
}

function unlabelled(answer: Answer): Answer {
  return without(without(answer, BODY_HEADER), PATH_HEADER);
}
