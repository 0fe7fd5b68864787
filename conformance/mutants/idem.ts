import { createHash } from 'node:crypto';
import type { Fault, Mutant, Request, Scene } from './mutant.ts';
import { type Answered, bodyOf, headerOf, isSuccess, refusal, withBody, withHeader, without } from './peer/message.ts';

type Forward = Parameters<Fault>[1];

const keyHeader = 'Idempotency-Key';
const created = ['createAnagrafica', 'createWebhook'];

/** Under these a store keeps the request of an answer. */
const bodyHeader = 'Request-Body';
const pathHeader = 'Request-Path';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Whether a key can be one at all (IDEM-16). */
function isKey(key: string | undefined): key is string {
  return key !== undefined && /^[ -~]{1,255}$/.test(key);
}

/** A fault of its own store of answers, in the place of the service's: the keys never reach it. Kept for a day, as they should be. */
function ownStore(handle: (store: Map<string, Answered>, key: string) => Fault, keptMs: number = dayMs): Mutant['fault'] {
  return ({ aheadMs }) => {
    const store = new Map<string, Answered>();
    const usedAt = new Map<string, number>();
    return async (request, forward) => {
      const key = headerOf(request, keyHeader);
      if (!isKey(key) || !created.includes(request.operation ?? '')) return await forward(request);
      const now = Date.now() + aheadMs();
      if (now - (usedAt.get(key) ?? now) > keptMs) store.delete(key);
      if (!store.has(key)) usedAt.set(key, now);
      return await handle(store, key)({ ...without(request, keyHeader), operation: request.operation }, forward);
    };
  };
}

/** A fault that binds keys to more than it should, or to less: the service gets a key made from other things. */
function rekeyed(parts: (request: Request, key: string, scene: Scene) => readonly unknown[]): Mutant['fault'] {
  return (scene) => async (request, forward) => {
    const key = headerOf(request, keyHeader);
    if (!isKey(key)) return await forward(request);
    const made = createHash('sha256')
      .update(JSON.stringify(parts(request, key, scene)))
      .digest('hex');
    return await forward(withHeader(request, keyHeader, made));
  };
}

/** A fault in what becomes of a request whose caller has closed the connection before the answer. */
function onAbandoned(handle: (again: boolean, request: Request, forward: Forward) => Promise<Answered>): Mutant['fault'] {
  return () => {
    const abandoned = new Set<string>();
    return async (request, forward) => {
      const key = headerOf(request, keyHeader);
      if (!isKey(key)) return await forward(request);
      const answer = await handle(abandoned.has(key), request, forward);
      if (request.isAbandoned?.()) abandoned.add(key);
      return answer;
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
    breaks: ['IDEM-02', 'IDEM-05', 'IDEM-09', 'IDEM-12', 'IDEM-14', 'IDEM-16'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return headerOf(request, keyHeader) !== undefined && isSuccess(answer) ? replay(answer) : answer;
    },
  },
  {
    id: 'IDEM-02-keys-of-32-characters',
    breaks: ['IDEM-02', 'IDEM-16'],
    fault: () => async (request, forward) => {
      const key = headerOf(request, keyHeader);
      return await forward(key === undefined ? request : withHeader(request, keyHeader, key.slice(0, 32)));
    },
  },
  {
    id: 'IDEM-03-replay-not-marked',
    breaks: ['IDEM-03', 'IDEM-10', 'IDEM-11', 'IDEM-13', 'IDEM-15', 'IDEM-16'],
    perhaps: ['IDEM-05', 'IDEM-06'],
    fault: onReplay((answer) => without(answer, 'Idempotent-Replayed')),
  },
  {
    id: 'IDEM-03-replay-says-ok',
    breaks: ['IDEM-03', 'IDEM-11', 'IDEM-13', 'IDEM-16'],
    perhaps: ['IDEM-05', 'IDEM-06'],
    fault: onReplay((answer) => ({ ...answer, status: 200 })),
  },
  {
    id: 'IDEM-03-replay-of-a-webhook-without-secret',
    breaks: ['IDEM-03', 'IDEM-11', 'IDEM-13'],
    perhaps: ['IDEM-05', 'IDEM-06'],
    fault: onReplay((answer, operation) =>
      operation === 'createWebhook' ? withBody(answer, { ...bodyOf(answer), secret: null }) : answer,
    ),
  },
  {
    id: 'IDEM-03-second-replay-executes',
    breaks: ['IDEM-03', 'IDEM-04', 'IDEM-05', 'IDEM-15'],
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
    breaks: ['IDEM-04', 'IDEM-11', 'IDEM-13', 'IDEM-15'],
    perhaps: ['IDEM-05'],
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
    perhaps: ['IDEM-15'],
    fault: ownStore((store, key) => async (request, forward) => {
      const known = store.get(key);
      if (known !== undefined) return known.body === request.body ? refusal(409) : storedOr(known, request);
      const answer = await forward(request);
      if (isSuccess(answer)) store.set(key, labelled(answer, request));
      return answer;
    }),
  },
  {
    id: 'IDEM-05-too-many-requests-in-flight',
    breaks: ['IDEM-05'],
    perhaps: ['IDEM-15'],
    fault: inFlight(() => refusal(503)),
  },
  {
    id: 'IDEM-05-answers-alike-effects-double',
    breaks: ['IDEM-05'],
    perhaps: ['IDEM-15'],
    fault: inFlight(async (request, forward, first) => {
      await forward(without(request, keyHeader));
      return replay(await first);
    }),
  },
  { id: 'IDEM-06-conflict-for-ever', breaks: ['IDEM-06'], perhaps: ['IDEM-15'], fault: afterConflict(() => refusal(409)) },
  {
    id: 'IDEM-06-executes-after-a-conflict',
    breaks: ['IDEM-06'],
    perhaps: ['IDEM-05', 'IDEM-15'],
    fault: afterConflict((request, forward) => forward(without(request, keyHeader))),
  },
  {
    id: 'IDEM-07-body-not-bound',
    breaks: ['IDEM-07'],
    fault: ownStore((store, key) => async (request, forward) => storedFirst(store, key, request, forward, (_body, samePath) => samePath)),
  },
  {
    id: 'IDEM-07-only-the-length-is-bound',
    breaks: ['IDEM-07'],
    fault: ownStore(
      (store, key) => async (request, forward) =>
        storedFirst(store, key, request, forward, (body, samePath) => samePath && body.length === encodeURIComponent(request.body).length),
    ),
  },
  {
    id: 'IDEM-07-conflict-instead-of-unprocessable',
    breaks: ['IDEM-07', 'IDEM-08', 'IDEM-09'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return answer.status === 422 && headerOf(request, keyHeader) !== undefined ? { ...answer, status: 409 } : answer;
    },
  },
  {
    id: 'IDEM-07-refuses-and-executes',
    breaks: ['IDEM-07', 'IDEM-08'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (answer.status === 422 && request.operation === 'createAnagrafica' && headerOf(request, keyHeader) !== undefined)
        await forward(without(request, keyHeader));
      return answer;
    },
  },
  {
    id: 'IDEM-08-company-not-bound',
    breaks: ['IDEM-08'],
    fault: ownStore(
      (store, key) => async (request, forward) =>
        storedFirst(store, key, request, forward, (body) => body === encodeURIComponent(request.body)),
    ),
  },
  { id: 'IDEM-08-keys-of-their-own-at-each-url', breaks: ['IDEM-08'], fault: rekeyed(({ path }, key) => [key, path]) },
  {
    id: 'IDEM-08-put-at-another-url-is-executed',
    breaks: ['IDEM-08'],
    fault: rekeyed(({ path }, key) => [key, path.split('/config/webhook/')[1] ?? '']),
  },
  { id: 'IDEM-09-keys-of-their-own-for-each-method', breaks: ['IDEM-09'], fault: rekeyed(({ method }, key) => [key, method]) },
  {
    id: 'IDEM-09-get-of-the-collection-replays',
    breaks: ['IDEM-09'],
    fault: () => {
      const stored = new Map<string, Answered>();
      return async (request, forward) => {
        const used = `${headerOf(request, keyHeader)} ${request.path}`;
        const known = request.method === 'GET' ? stored.get(used) : undefined;
        if (known !== undefined) return replay(known);
        const answer = await forward(request);
        if (request.method === 'POST' && isSuccess(answer)) stored.set(used, answer);
        return answer;
      };
    },
  },
  {
    id: 'IDEM-09-refuses-and-deletes',
    breaks: ['IDEM-09'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.method === 'DELETE' && answer.status === 422) await forward(without(request, keyHeader));
      return answer;
    },
  },
  {
    id: 'IDEM-10-guard-before-the-store',
    breaks: ['IDEM-10', 'IDEM-15'],
    fault: onReplay((answer, operation) => (operation === 'updateWebhook' && isSuccess(answer) ? refusal(422) : answer)),
  },
  {
    id: 'IDEM-10-replay-shows-the-present-state',
    breaks: ['IDEM-10'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.operation !== 'updateWebhook' || !isSuccess(answer) || headerOf(answer, 'Idempotent-Replayed') !== 'true') return answer;
      const headers = request.headers.filter(([name]) => !/^(content-type|idempotency-key)$/i.test(name));
      const present = await forward({ method: 'GET', path: request.path, headers, body: '' });
      return { ...answer, body: present.body };
    },
  },
  {
    id: 'IDEM-11-kept-for-half-a-day',
    breaks: ['IDEM-11'],
    fault: rekeyed((_request, key, { aheadMs }) => [key, Math.floor(aheadMs() / (12 * hourMs))]),
  },
  {
    id: 'IDEM-11-webhook-keys-for-an-hour',
    breaks: ['IDEM-11'],
    fault: rekeyed(({ operation }, key, { aheadMs }) => [key, operation === 'createWebhook' ? Math.floor(aheadMs() / hourMs) : 0]),
  },
  {
    id: 'IDEM-12-kept-for-ever',
    breaks: ['IDEM-12'],
    fault: ownStore(
      (store, key) => async (request, forward) =>
        storedFirst(store, key, request, forward, (body, samePath) => samePath && body === encodeURIComponent(request.body)),
      Number.POSITIVE_INFINITY,
    ),
  },
  {
    id: 'IDEM-12-body-stays-bound',
    breaks: ['IDEM-12'],
    fault: () => {
      const bodies = new Map<string, string>();
      return async (request, forward) => {
        const key = headerOf(request, keyHeader);
        const bound = key === undefined ? undefined : bodies.get(key);
        if (bound !== undefined && bound !== request.body && request.operation === 'createWebhook') return refusal(422);
        const answer = await forward(request);
        if (key !== undefined && isSuccess(answer)) bodies.set(key, request.body);
        return answer;
      };
    },
  },
  {
    id: 'IDEM-13-key-of-a-session',
    breaks: ['IDEM-13'],
    fault: rekeyed((request, key) => [key, headerOf(request, 'Authorization')]),
  },
  {
    id: 'IDEM-13-headers-in-their-order',
    breaks: ['IDEM-13'],
    fault: rekeyed(({ headers }, key) => [key, headers.map(([name]) => name.toLowerCase()).filter((name) => name !== 'content-type')]),
  },
  {
    id: 'IDEM-13-key-of-an-application',
    breaks: ['IDEM-13'],
    fault: rekeyed((request, key) => [key, headerOf(request, 'X-Service-ApplicationId')]),
  },
  { id: 'IDEM-14-get-is-stored-too', breaks: ['IDEM-14'], fault: getStored('getWebhook') },
  { id: 'IDEM-14-list-is-stored-too', breaks: ['IDEM-14'], fault: getStored('listWebhook') },
  {
    id: 'IDEM-15-lock-of-who-left-stays',
    breaks: ['IDEM-15'],
    fault: onAbandoned(async (again, request, forward) => (again ? refusal(409) : await forward(request))),
  },
  {
    id: 'IDEM-15-who-left-is-forgotten',
    breaks: ['IDEM-15'],
    fault: onAbandoned(async (again, request, forward) => await forward(again ? without(request, keyHeader) : request)),
  },
  {
    id: 'IDEM-16-long-keys-are-cut',
    breaks: ['IDEM-16'],
    fault: () => async (request, forward) => {
      const key = headerOf(request, keyHeader);
      return await forward(key === undefined || key.length <= 255 ? request : withHeader(request, keyHeader, key.slice(0, 255)));
    },
  },
  {
    id: 'IDEM-16-empty-key-is-none',
    breaks: ['IDEM-16'],
    fault: () => async (request, forward) => await forward(headerOf(request, keyHeader) === '' ? without(request, keyHeader) : request),
  },
  {
    id: 'IDEM-16-forbidden-is-stored',
    breaks: ['IDEM-16'],
    fault: () => {
      const stored = new Map<string, Answered>();
      return async (request, forward) => {
        const key = headerOf(request, keyHeader);
        const known = isKey(key) ? stored.get(key) : undefined;
        if (known !== undefined) return replay(known);
        const answer = await forward(request);
        if (isKey(key) && answer.status === 403) stored.set(key, answer);
        return answer;
      };
    },
  },
  {
    id: 'IDEM-16-stale-is-judged-anew',
    breaks: ['IDEM-16'],
    fault: onReplay((answer) => (answer.status === 422 ? without(answer, 'Idempotent-Replayed') : answer)),
  },
];

/** A service that keeps the answers of a GET under its key as well. */
function getStored(operation: string): Mutant['fault'] {
  return () => {
    const stored = new Map<string, Answered>();
    return async (request, forward) => {
      const used = `${headerOf(request, keyHeader)} ${request.path}`;
      if (request.operation !== operation || headerOf(request, keyHeader) === undefined) return await forward(request);
      const answer = stored.get(used) ?? (await forward(request));
      stored.set(used, answer);
      return answer;
    };
  };
}

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
  matches: (storedBody: string, samePath: boolean) => boolean,
): Promise<Answered> {
  for (;;) {
    const known = store.get(key);
    if (known?.status === 0) {
      await new Promise((resolve) => setTimeout(resolve, 2));
      continue;
    }
    if (known !== undefined) {
      const same = matches(headerOf(known, bodyHeader) ?? '', headerOf(known, pathHeader) === request.path);
      return same ? replay(unlabelled(known)) : refusal(422);
    }
    store.set(key, { status: 0, headers: [], body: '' });
    const answer = await forward(request);
    if (isSuccess(answer)) store.set(key, labelled(answer, request));
    else store.delete(key);
    return answer;
  }
}

function storedOr(known: Answered, request: Request): Answered {
  const same = headerOf(known, bodyHeader) === encodeURIComponent(request.body) && headerOf(known, pathHeader) === request.path;
  return same ? replay(unlabelled(known)) : refusal(422);
}

/** A stored answer carries the request that it answered. */
function labelled(answer: Answered, { path, body }: Request): Answered {
  return withHeader(withHeader(answer, bodyHeader, encodeURIComponent(body)), pathHeader, path);
}

function unlabelled(answer: Answered): Answered {
  return without(without(answer, bodyHeader), pathHeader);
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
