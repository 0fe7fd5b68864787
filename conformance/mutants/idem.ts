import type { Fault, Mutant } from './mutant.ts';
import { type Answered, bodyOf, headerOf, isSuccess, refusal, withBody, withHeader, without } from './peer/message.ts';

const keyHeader = 'Idempotency-Key';
const created = ['createAnagrafica', 'createWebhook'];

/** A fault of its own store of answers, in the place of the service's: the keys never reach it. */
function ownStore(handle: (store: Map<string, Answered>, key: string) => Fault): Mutant['fault'] {
  return () => {
    const store = new Map<string, Answered>();
    return async (request, forward) => {
      const key = headerOf(request, keyHeader);
      const applies = key !== undefined && created.includes(request.operation ?? '');
      return applies
        ? await handle(store, key)({ ...without(request, keyHeader), operation: request.operation }, forward)
        : await forward(request);
    };
  };
}

function replay(answer: Answered): Answered {
  return withHeader(answer, 'Idempotent-Replayed', 'true');
}

/** Only where the answer is a replay. */
function onReplay(change: (answer: Answered, operation: string | undefined) => Answered): Mutant['fault'] {
  return () => async (request, forward) => {
    const answer = await forward(request);
    return headerOf(answer, 'Idempotent-Replayed') === 'true' ? change(answer, request.operation) : answer;
  };
}

/** Services whose idempotency has holes. */
export const idemMutants: readonly Mutant[] = [
  {
    id: 'IDEM-01-equal-posts-are-one',
    breaks: ['IDEM-01'],
    fault: () => {
      const seen = new Map<string, Answered>();
      return async (request, forward) => {
        const same = `${headerOf(request, 'Authorization')} ${request.path} ${request.body}`;
        const known = seen.get(same);
        if (request.operation !== 'createAnagrafica' || headerOf(request, keyHeader) !== undefined) return await forward(request);
        if (known !== undefined) return known;
        const answer = await forward(request);
        if (isSuccess(answer)) seen.set(same, answer);
        return answer;
      };
    },
  },
  {
    id: 'IDEM-02-first-is-marked-too',
    breaks: ['IDEM-02', 'IDEM-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return headerOf(request, keyHeader) !== undefined && isSuccess(answer) ? replay(answer) : answer;
    },
  },
  {
    id: 'IDEM-02-keys-of-32-characters',
    breaks: ['IDEM-02'],
    fault: () => async (request, forward) => {
      const key = headerOf(request, keyHeader);
      return await forward(key === undefined ? request : withHeader(request, keyHeader, key.slice(0, 32)));
    },
  },
  {
    id: 'IDEM-03-replay-not-marked',
    breaks: ['IDEM-03', 'IDEM-05', 'IDEM-06'],
    fault: onReplay((answer) => without(answer, 'Idempotent-Replayed')),
  },
  { id: 'IDEM-03-replay-says-ok', breaks: ['IDEM-03', 'IDEM-05', 'IDEM-06'], fault: onReplay((answer) => ({ ...answer, status: 200 })) },
  {
    id: 'IDEM-03-replay-of-a-webhook-without-secret',
    breaks: ['IDEM-03', 'IDEM-05', 'IDEM-06'],
    fault: onReplay((answer, operation) =>
      operation === 'createWebhook' ? withBody(answer, { ...bodyOf(answer), secret: null }) : answer,
    ),
  },
  {
    id: 'IDEM-03-second-replay-executes',
    breaks: ['IDEM-03', 'IDEM-04', 'IDEM-05'],
    fault: () => {
      const uses = new Map<string, number>();
      return async (request, forward) => {
        const key = headerOf(request, keyHeader) ?? '';
        const use = `${key} ${request.body}`;
        uses.set(use, (uses.get(use) ?? 0) + 1);
        return await forward(
          key !== '' && uses.get(use) === 3 && request.operation === 'createAnagrafica' ? without(request, keyHeader) : request,
        );
      };
    },
  },
  {
    id: 'IDEM-04-replays-and-executes',
    breaks: ['IDEM-04', 'IDEM-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (headerOf(answer, 'Idempotent-Replayed') === 'true' && request.operation === 'createAnagrafica')
        await forward(without(request, keyHeader));
      return answer;
    },
  },
  {
    id: 'IDEM-05-looks-before-it-stores',
    breaks: ['IDEM-05'],
    fault: ownStore((store, key) => async (request, forward) => {
      const known = store.get(key);
      if (known !== undefined) return known.body === request.body ? refusal(409) : storedOr(known, request);
      const answer = await forward(request);
      if (isSuccess(answer)) store.set(key, { ...answer, headers: [...answer.headers, ['Request-Body', request.body]] });
      return answer;
    }),
  },
  {
    id: 'IDEM-05-too-many-requests-in-flight',
    breaks: ['IDEM-05'],
    fault: inFlight(() => refusal(503)),
  },
  {
    id: 'IDEM-05-answers-alike-effects-double',
    breaks: ['IDEM-05'],
    fault: inFlight(async (request, forward, first) => {
      await forward(without(request, keyHeader));
      return replay(await first);
    }),
  },
  { id: 'IDEM-06-conflict-for-ever', breaks: ['IDEM-06'], fault: afterConflict(() => refusal(409)) },
  {
    id: 'IDEM-06-executes-after-a-conflict',
    breaks: ['IDEM-06'],
    fault: afterConflict((request, forward) => forward(without(request, keyHeader))),
  },
  {
    id: 'IDEM-07-body-not-bound',
    breaks: ['IDEM-07'],
    fault: ownStore((store, key) => async (request, forward) => storedFirst(store, key, request, forward, () => true)),
  },
  {
    id: 'IDEM-07-only-the-length-is-bound',
    breaks: ['IDEM-07'],
    fault: ownStore(
      (store, key) => async (request, forward) =>
        storedFirst(store, key, request, forward, (stored) => stored.length === encodeURIComponent(request.body).length),
    ),
  },
  {
    id: 'IDEM-07-conflict-instead-of-unprocessable',
    breaks: ['IDEM-07'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return answer.status === 422 && headerOf(request, keyHeader) !== undefined ? { ...answer, status: 409 } : answer;
    },
  },
  {
    id: 'IDEM-07-refuses-and-executes',
    breaks: ['IDEM-07'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (answer.status === 422 && request.operation === 'createAnagrafica' && headerOf(request, keyHeader) !== undefined)
        await forward(without(request, keyHeader));
      return answer;
    },
  },
];

/** A fault for the retry of a request that was answered 409 because the first with its key was still under way. */
function afterConflict(handle: Fault | (() => Answered)): Mutant['fault'] {
  return () => {
    const busy = new Set<string>();
    const refusedAt = new Map<string, number>();
    return async (request, forward) => {
      const key = headerOf(request, keyHeader);
      if (key === undefined) return await forward(request);
      if (busy.has(key)) {
        refusedAt.set(key, Date.now());
        return withHeader(refusal(409), 'Retry-After', '1');
      }
      const since = refusedAt.get(key);
      // What was sent together with the first is no retry.
      if (since !== undefined && Date.now() - since > 900) return await handle(request, forward);
      busy.add(key);
      return await forward(request).finally(() => busy.delete(key));
    };
  };
}

/** Answers from a store that takes what `matches` accepts for the same request. */
async function storedFirst(
  store: Map<string, Answered>,
  key: string,
  request: Parameters<Fault>[0],
  forward: Parameters<Fault>[1],
  matches: (stored: string) => boolean,
): Promise<Answered> {
  for (;;) {
    const known = store.get(key);
    if (known?.status === 0) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      continue;
    }
    if (known !== undefined) return matches(headerOf(known, 'Request-Body') ?? '') ? replay(without(known, 'Request-Body')) : refusal(422);
    store.set(key, { status: 0, headers: [], body: '' });
    const answer = await forward(request);
    if (isSuccess(answer)) store.set(key, withHeader(answer, 'Request-Body', encodeURIComponent(request.body)));
    else store.delete(key);
    return answer;
  }
}

function storedOr(known: Answered, request: Parameters<Fault>[0]): Answered {
  return headerOf(known, 'Request-Body') === request.body ? replay(without(known, 'Request-Body')) : refusal(422);
}

/** A fault for requests that come while the first with their key is still under way. */
function inFlight(
  handle: (request: Parameters<Fault>[0], forward: Parameters<Fault>[1], first: Promise<Answered>) => Answered | Promise<Answered>,
): Mutant['fault'] {
  return () => {
    const busy = new Map<string, Promise<Answered>>();
    return async (request, forward) => {
      const key = headerOf(request, keyHeader);
      if (key === undefined || request.operation !== 'createAnagrafica') return await forward(request);
      const first = busy.get(key);
      if (first !== undefined) return await handle(request, forward, first);
      const answer = forward(request);
      busy.set(key, answer);
      await answer.finally(() => busy.delete(key));
      return await answer;
    };
  };
}
