import type { Fault, Mutant, Request } from './mutant.ts';
import { type Answered, bodyOf, headerOf, isSuccess, refusal, withBody } from './peer/message.ts';

type Forward = Parameters<Fault>[1];

const guarded = { updateWebhook: 'ConcurrencyToken', updateAnagrafica: 'concurrencyToken' } as const;

/** The member that holds the token of a PUT; undefined where the request is none. */
function memberOf({ operation }: Request): string | undefined {
  return operation === 'updateWebhook' || operation === 'updateAnagrafica' ? guarded[operation] : undefined;
}

function tokenOf(request: Request): unknown {
  return bodyOf(request)[memberOf(request) ?? ''];
}

function withToken(request: Request, token: unknown): Request {
  return withBody(request, { ...bodyOf(request), [memberOf(request) ?? '']: token });
}

/** The PUT as it would be with the present token, whatever it came with. */
async function renewed(request: Request, forward: Forward): Promise<Answered> {
  const current = await forward({ method: 'GET', path: request.path, headers: withoutBody(request), body: '' });
  if (!isSuccess(current)) return await forward(request);
  return await forward(withToken(without(request), bodyOf(current).concurrencyToken));
}

/** The headers that a GET of the same object has. */
function withoutBody({ headers }: Request): Request['headers'] {
  return headers.filter(([name]) => !/^(content-type|idempotency-key)$/i.test(name));
}

/** Without its key, under which the refusal may stand. */
function without(request: Request): Request {
  return { ...request, headers: request.headers.filter(([name]) => name.toLowerCase() !== 'idempotency-key') };
}

/** A fault in how PUTs are guarded, with a memory of its own. */
function puts(handle: (memory: Map<string, unknown[]>, request: Request, forward: Forward) => Promise<Answered>): Mutant['fault'] {
  return () => {
    const memory = new Map<string, unknown[]>();
    return async (request, forward) => (memberOf(request) === undefined ? await forward(request) : await handle(memory, request, forward));
  };
}

/** A fault in what becomes of a PUT that is refused with 422. */
function onRefusal(handle: (request: Request, forward: Forward, answer: Answered) => Answered | Promise<Answered>): Mutant['fault'] {
  return puts(async (_memory, request, forward) => {
    const answer = await forward(request);
    // A key that was used for another request is refused with 422 too, rightly.
    return answer.status === 422 && bodyOf(answer).code === 'concurrency-conflict' ? await handle(request, forward, answer) : answer;
  });
}

/** A fault in what becomes of a PUT while another with its token is under way. */
function together(handle: (request: Request, forward: Forward, first: Promise<Answered>) => Promise<Answered>): Mutant['fault'] {
  return () => {
    const busy = new Map<string, Promise<Answered>>();
    return async (request, forward) => {
      const token = `${request.path} ${String(tokenOf(request))}`;
      const first = busy.get(token);
      if (memberOf(request) === undefined) return await forward(request);
      if (first !== undefined) return await handle(request, forward, first);
      const answer = forward(request);
      busy.set(token, answer);
      return await answer.finally(() => busy.delete(token));
    };
  };
}

/** A fault that takes some tokens of webhooks that are not the current one for it. */
function alsoTaken(
  taken: (sent: number, current: number, body: Record<string, unknown>, webhook: Record<string, unknown>) => boolean,
): Mutant['fault'] {
  return onRefusal(async (request, forward, answer) => {
    if (request.operation !== 'updateWebhook') return answer;
    const webhook = bodyOf(await forward({ method: 'GET', path: request.path, headers: withoutBody(request), body: '' }));
    const take = taken(Number(tokenOf(request)), Number(webhook.concurrencyToken), bodyOf(request), webhook);
    return take ? await renewed(request, forward) : answer;
  });
}

/** A fault that answers another token for the one that a webhook has, and knows it again. */
function otherTokens(shown: (token: number) => number): Mutant['fault'] {
  return () => {
    const real = new Map<string, Map<number, unknown>>();
    const latest = new Map<string, number>();
    return async (request, forward) => {
      const { operation, path } = request;
      const id = path.split('/').at(-1) ?? '';
      const known = operation === 'updateWebhook' ? real.get(id)?.get(Number(tokenOf(request))) : undefined;
      const answer = await forward(known === undefined ? request : withToken(request, known));
      const webhook = bodyOf(answer);
      if (!isSuccess(answer) || !['createWebhook', 'updateWebhook', 'getWebhook'].includes(operation ?? '')) return answer;
      const key = String(webhook.id);
      const token =
        operation === 'getWebhook' ? (latest.get(key) ?? Number(webhook.concurrencyToken)) : shown(Number(webhook.concurrencyToken));
      latest.set(key, token);
      real.set(key, (real.get(key) ?? new Map<number, unknown>()).set(token, webhook.concurrencyToken));
      return withBody(answer, { ...webhook, concurrencyToken: token });
    };
  };
}

/** Services that guard changes badly. */
export const concMutants: readonly Mutant[] = [
  {
    id: 'CONC-01-get-shows-the-token-before',
    mustBreak: ['CONC-01', 'CONC-03', 'IDEM-10'],
    mayBreak: ['HOOK-15'],
    fault: () => {
      const before = new Map<string, unknown>();
      const current = new Map<string, unknown>();
      return async (request, forward) => {
        const answer = await forward(request);
        const id = request.path.split('/').at(-1) ?? '';
        const token = bodyOf(answer).concurrencyToken;
        if (request.operation === 'updateWebhook' && isSuccess(answer)) {
          before.set(id, current.get(id));
          current.set(id, token);
        }
        if (request.operation === 'createWebhook' && isSuccess(answer)) current.set(String(bodyOf(answer).id), token);
        return request.operation === 'getWebhook' && before.has(id)
          ? withBody(answer, { ...bodyOf(answer), concurrencyToken: before.get(id) })
          : answer;
      };
    },
  },
  {
    id: 'CONC-01-third-put-is-refused',
    mustBreak: ['CONC-01', 'CONC-02'],
    mayBreak: ['CONC-03', 'IDEM-15'],
    fault: puts(async (memory, request, forward) => {
      const done = memory.get(request.path) ?? [];
      const answer = done.length === 2 && request.operation === 'updateAnagrafica' ? refusal(409) : await forward(request);
      if (isSuccess(answer)) memory.set(request.path, [...done, tokenOf(request)]);
      return answer;
    }),
  },
  {
    id: 'CONC-02-token-from-two-puts-ago',
    mustBreak: ['CONC-02'],
    fault: puts(async (memory, request, forward) => {
      const tokens = memory.get(request.path) ?? [];
      const answer = await forward(request);
      if (isSuccess(answer)) memory.set(request.path, [...tokens, String(tokenOf(request))]);
      return answer.status === 422 && tokens.at(-2) === String(tokenOf(request)) ? await renewed(request, forward) : answer;
    }),
  },
  {
    id: 'CONC-02-precondition-failed',
    mustBreak: ['CONC-02', 'CONC-04', 'CONC-05'],
    fault: onRefusal((_request, _forward, answer) => ({ ...answer, status: 412 })),
  },
  {
    id: 'CONC-02-refuses-and-changes',
    mustBreak: ['CONC-02', 'CONC-03', 'CONC-04', 'CONC-05', 'EVT-11'],
    fault: onRefusal(async (request, forward, answer) => {
      await renewed(request, forward);
      return answer;
    }),
  },
  {
    id: 'CONC-02-contacts-are-not-guarded',
    mustBreak: ['CONC-02', 'CONC-03', 'CONC-04', 'CONC-05', 'IDEM-16'],
    fault: onRefusal(async (request, forward, answer) =>
      request.operation === 'updateAnagrafica' ? await renewed(request, forward) : answer,
    ),
  },
  { id: 'CONC-02-newer-token-serves', mustBreak: ['CONC-02'], fault: alsoTaken((sent, current) => sent > current) },
  { id: 'CONC-02-zero-always-serves', mustBreak: ['CONC-02'], fault: alsoTaken((sent) => sent === 0) },
  { id: 'CONC-02-low-byte-of-a-token-compared', mustBreak: ['CONC-02'], fault: alsoTaken((sent, current) => sent - current === 256) },
  {
    id: 'CONC-02-no-guard-for-all-companies',
    mustBreak: ['CONC-02'],
    fault: alsoTaken((_sent, _current, _body, { aziendaId }) => aziendaId === null),
  },
  {
    id: 'CONC-02-no-guard-where-the-url-changes',
    mustBreak: ['CONC-02'],
    fault: alsoTaken((_sent, _current, { Url }, { url }) => Url !== url),
  },
  {
    id: 'CONC-02-refuses-and-changes-the-events',
    // With a new token, that is.
    mustBreak: ['CONC-02', 'CONC-03', 'CONC-04', 'CONC-05'],
    fault: onRefusal(async (request, forward, answer) => {
      if (request.operation !== 'updateWebhook') return answer;
      const { aziendaId, url, description, concurrencyToken } = bodyOf(
        await forward({ method: 'GET', path: request.path, headers: withoutBody(request), body: '' }),
      );
      const kept = { AziendaId: aziendaId, Url: url, Description: description, ConcurrencyToken: concurrencyToken };
      await forward(withBody(without(request), { ...kept, Events: bodyOf(request).Events }));
      return answer;
    }),
  },
  {
    id: 'CONC-02-tokens-of-two-bits',
    mustBreak: ['CONC-02'],
    // The list shows the whole token.
    mayBreak: ['IDEM-10', 'HOOK-15'],
    fault: otherTokens((token) => token % 4),
  },
  {
    id: 'CONC-03-looks-before-it-writes',
    // Requests under one key come together too.
    mustBreak: ['CONC-03', 'IDEM-05'],
    fault: together(async (request, forward, first) => {
      await first;
      return await renewed(request, forward);
    }),
  },
  {
    id: 'CONC-03-one-too-many-once-in-a-while',
    // Requests under one key come together too.
    mustBreak: ['CONC-03', 'IDEM-05'],
    fault: () => {
      let collisions = 0;
      const fault = together(async (request, forward, first) => {
        await first;
        collisions += 1;
        return collisions % 7 === 0 ? await renewed(request, forward) : await forward(request);
      });
      return fault?.({ target: {} as never, aheadMs: () => 0 }) ?? (async (request, forward) => await forward(request));
    },
  },
  {
    id: 'CONC-03-refuses-all-that-come-together',
    // Requests under one key come together too.
    mustBreak: ['CONC-03', 'IDEM-05'],
    fault: () => {
      const busy = new Map<string, { crowd: number }>();
      return async (request, forward) => {
        if (memberOf(request) === undefined) return await forward(request);
        const token = `${request.path} ${String(tokenOf(request))}`;
        const known = busy.get(token);
        if (known !== undefined) {
          known.crowd += 1;
          return refusal(422);
        }
        const mine = { crowd: 1 };
        busy.set(token, mine);
        const answer = await forward(request).finally(() => busy.delete(token));
        return mine.crowd > 1 ? refusal(422) : answer;
      };
    },
  },
  {
    id: 'CONC-03-get-from-a-replica-that-lags',
    mustBreak: ['CONC-03'],
    fault: () => {
      const writing = new Map<string, { readonly before: Promise<Answered>; lagsUntil: number }>();
      return async (request, forward) => {
        const { path, operation } = request;
        if (operation === 'updateWebhook') {
          const known = writing.get(path);
          // Only after PUTs that came together: whoever asks alone gets the truth.
          if (known !== undefined) known.lagsUntil = Date.now() + 300;
          const state = known ?? { before: forward({ ...request, method: 'GET', headers: withoutBody(request), body: '' }), lagsUntil: 0 };
          writing.set(path, state);
          await state.before;
          return await forward(request).finally(() => void (Date.now() > state.lagsUntil && writing.delete(path)));
        }
        const lagging = operation === 'getWebhook' ? writing.get(path) : undefined;
        return lagging !== undefined && Date.now() < lagging.lagsUntil ? await lagging.before : await forward(request);
      };
    },
  },
  {
    id: 'CONC-04-equal-change-is-no-change',
    mustBreak: ['CONC-04', 'CONC-05', 'IDEM-10', 'IDEM-11', 'IDEM-13'],
    mayBreak: ['IDEM-05'],
    fault: puts(async (memory, request, forward) => {
      const [last, stored] = memory.get(request.path) ?? [];
      if (last === request.body) return stored as Answered;
      const answer = await forward(request);
      if (isSuccess(answer)) memory.set(request.path, [request.body, answer]);
      return answer;
    }),
  },
  {
    id: 'CONC-04-second-retry-is-executed',
    mustBreak: ['CONC-04', 'IDEM-10'],
    mayBreak: ['IDEM-05', 'CONC-03'],
    fault: puts(async (memory, request, forward) => {
      const same = `${request.path} ${request.body}`;
      const times = memory.get(same) ?? [];
      memory.set(same, [...times, 1]);
      return times.length === 2 ? await renewed(request, forward) : await forward(request);
    }),
  },
  {
    id: 'CONC-05-key-instead-of-guard',
    mustBreak: ['CONC-05'],
    mayBreak: ['IDEM-16'],
    fault: onRefusal(async (request, forward, answer) =>
      headerOf(request, 'Idempotency-Key') === undefined ? answer : await renewed(request, forward),
    ),
  },
  {
    id: 'CONC-05-stale-under-a-key-is-a-conflict',
    mustBreak: ['CONC-05'],
    fault: onRefusal((request, _forward, answer) =>
      headerOf(request, 'Idempotency-Key') === undefined ? answer : { ...answer, status: 409 },
    ),
  },
  {
    id: 'CONC-06-no-token-no-guard',
    mustBreak: ['CONC-06'],
    fault: puts(async (_memory, request, forward) =>
      tokenOf(request) === undefined ? await renewed(request, forward) : await forward(request),
    ),
  },
  {
    id: 'CONC-06-no-token-is-a-stale-one',
    mustBreak: ['CONC-06'],
    fault: puts(async (_memory, request, forward) => ((tokenOf(request) ?? null) === null ? refusal(422) : await forward(request))),
  },
];
