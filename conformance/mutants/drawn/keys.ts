import { setImmediate } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '../faults/durations.ts';
import { isKey, KEY_HEADER, onReplay, rekeyed as rekeyedAnywhere, replay } from '../faults/keys.ts';
import type { Fault, Request } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess, refusal, withBody, without } from '../peer/message.ts';
import { answeringAt, type FaultAt, forwardingAt, only, refusingAt, type Templates, takesKey } from './template.ts';

/** Gives the service another key, made from these parts of the request, for one operation. */
function rekeyed(parts: Parameters<typeof rekeyedAnywhere>[0]): FaultAt {
  return (operation) => (context) => only(operation, rekeyedAnywhere(parts)(context));
}

/** Changes the replays of one operation. */
function replays(change: (answer: Answer) => Answer): FaultAt {
  return (operation) => (context) => only(operation, onReplay(change)(context));
}

/** Replays its own stored answer of a key for every request that `matches` accepts. */
function stored(matches: (before: Request, now: Request) => boolean): FaultAt {
  return (operation) => () => {
    const store = new Map<string, { readonly request: Request; readonly answer: Answer }>();
    const fault: Fault = async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      if (request.operation !== operation || !isKey(key)) return await forward(request);
      const known = store.get(key);
      if (known !== undefined && matches(known.request, request)) return replay(known.answer);
      const answer = await forward(request);
      if (known === undefined && isSuccess(answer)) store.set(key, { request, answer });
      return answer;
    };
    return fault;
  };
}

/** The name of an object in a request. */
function nameIn(request: Request): unknown {
  const { nome, codice, causale, Description } = bodyOf(request);
  return nome ?? codice ?? causale ?? Description;
}

/** The first and the last kilobyte of a body, or all of a shorter one. */
function endsOf({ body }: Request): string {
  return body.length < 2_048 ? body : body.slice(0, 1_024) + body.slice(-1_024);
}

/** Drops the key of a request while another one with that key is in progress. */
const raced: FaultAt = (operation) => () => {
  const busy = new Set<string>();
  return only(operation, async (request, forward) => {
    const key = headerOf(request, KEY_HEADER);
    if (!isKey(key)) return await forward(request);
    if (busy.has(key)) return await forward(without(request, KEY_HEADER));
    busy.add(key);
    return await forward(request).finally(() => busy.delete(key));
  });
};

/** Drops the key of a request while a different request with that key is in progress. */
const racedByOthers: FaultAt = (operation) => () => {
  const busy = new Map<string, string>();
  return only(operation, async (request, forward) => {
    const [key, own] = [headerOf(request, KEY_HEADER), `${request.path} ${request.body}`];
    if (!isKey(key)) return await forward(request);
    if ((busy.get(key) ?? own) !== own) return await forward(without(request, KEY_HEADER));
    busy.set(key, own);
    return await forward(request).finally(() => busy.delete(key));
  });
};

/** Within this many turns of the event loop, a server notices that the caller closed the connection right after the request. */
const TURNS = 4;

/** Faults in what a key binds, and how long. */
export const keys: Templates = {
  'IDEM-02-the-first-is-marked-as-replayed': {
    applies: takesKey,
    fault: answeringAt((answer, request) => (headerOf(request, KEY_HEADER) !== undefined && isSuccess(answer) ? replay(answer) : answer)),
  },
  'IDEM-02-half-of-a-key-is-looked-at': { applies: takesKey, fault: rekeyed((_request, key) => [key.slice(0, 18)]) },
  'IDEM-03-a-replay-is-not-marked': {
    applies: takesKey,
    fault: replays((answer) => without(answer, 'Idempotent-Replayed')),
  },
  'IDEM-03-a-replay-has-another-status': {
    applies: takesKey,
    fault: replays((answer) => ({ ...answer, status: answer.status === 200 ? 202 : 200 })),
  },
  'IDEM-03-a-replay-lacks-its-body': { applies: takesKey, fault: replays((answer) => withBody(answer, {})) },
  'IDEM-03-the-key-is-ignored': { applies: takesKey, fault: forwardingAt((request) => without(request, KEY_HEADER)) },
  'IDEM-04-a-retry-is-executed-behind-its-replay': {
    applies: ({ acceptsKey, id }) => acceptsKey && !id.startsWith('emit') && !id.startsWith('update'),
    fault: (operation) => () =>
      only(operation, async (request, forward) => {
        const answer = await forward(request);
        if (headerOf(answer, 'Idempotent-Replayed') === 'true') await forward(without(request, KEY_HEADER));
        return answer;
      }),
  },
  'IDEM-05-those-under-way-together-are-executed': { applies: takesKey, fault: raced },
  'IDEM-07-the-body-is-not-bound': {
    applies: ({ acceptsKey, id }) => acceptsKey && /^(create|update)/.test(id),
    fault: stored((before, now) => before.path === now.path),
  },
  'IDEM-07-the-bodies-of-those-under-way-are-not-compared': {
    applies: ({ acceptsKey, id }) => acceptsKey && id.startsWith('create'),
    fault: racedByOthers,
  },
  'IDEM-08-the-paths-of-those-under-way-are-not-compared': {
    applies: ({ acceptsKey, id }) => acceptsKey && !id.startsWith('create'),
    fault: racedByOthers,
  },
  'IDEM-08-the-path-is-not-bound': {
    applies: takesKey,
    fault: stored((before, now) => before.body === now.body || before.path !== now.path),
  },
  'IDEM-08-the-query-is-not-bound': {
    applies: takesKey,
    fault: stored((before, now) => before.path.split('?')[0] === now.path.split('?')[0] && before.path !== now.path),
  },
  'IDEM-10-the-token-comes-first': {
    applies: ({ method, acceptsKey }) => acceptsKey && method === 'PUT',
    fault: replays(() => refusal(422)),
  },
  'IDEM-11-keys-are-kept-for-an-hour': {
    applies: takesKey,
    fault: rekeyed((_request, key, { aheadMs }) => [key, Math.floor(aheadMs() / HOUR_MS)]),
  },
  'IDEM-12-keys-are-kept-for-ever': {
    applies: takesKey,
    fault: stored((before, now) => before.path === now.path && before.body === now.body),
  },
  'IDEM-12-a-key-that-is-new-again-keeps-no-answer': {
    applies: takesKey,
    fault:
      (operation) =>
      ({ aheadMs }) => {
        const usedAt = new Map<string, number>();
        return only(operation, async (request, forward) => {
          const key = headerOf(request, KEY_HEADER);
          if (!isKey(key)) return await forward(request);
          const firstAt = usedAt.get(key) ?? aheadMs();
          usedAt.set(key, firstAt);
          return await forward(aheadMs() - firstAt > DAY_MS ? without(request, KEY_HEADER) : request);
        });
      },
  },
  'IDEM-17-keys-are-bound-to-the-application': {
    applies: takesKey,
    fault: rekeyed((request, key) => [key, headerOf(request, 'X-Service-ApplicationId')]),
  },
  'IDEM-13-keys-are-bound-to-the-token': {
    applies: takesKey,
    fault: rekeyed((request, key) => [key, headerOf(request, 'Authorization')]),
  },
  'IDEM-14-a-get-is-stored-under-its-key': {
    applies: ({ method }) => method === 'GET',
    fault: (operation) => () => {
      const store = new Map<string, Answer>();
      return only(operation, async (request, forward) => {
        const key = headerOf(request, KEY_HEADER);
        if (key === undefined) return await forward(request);
        const answer = store.get(`${key} ${request.path}`) ?? (await forward(request));
        store.set(`${key} ${request.path}`, answer);
        return answer;
      });
    },
  },
  'IDEM-14-a-get-with-a-key-is-kept-for-other-users': {
    applies: ({ method }) => method === 'GET',
    fault:
      (operation) =>
      ({ userOf }) => {
        const first = new Map<string, { readonly user: string | undefined; readonly answer: Answer }>();
        return async (request, forward) => {
          const [name, user] = [`${headerOf(request, KEY_HEADER)} ${request.path}`, userOf(request)];
          const isKeyed = request.operation === operation && isKey(headerOf(request, KEY_HEADER));
          const known = isKeyed ? first.get(name) : undefined;
          if (known !== undefined && known.user !== user) return known.answer;
          const answer = await forward(request);
          if (isKeyed && isSuccess(answer)) first.set(name, known ?? { user, answer });
          return answer;
        };
      },
  },
  'IDEM-15-who-left-is-forgotten': {
    applies: takesKey,
    fault: (operation) => () => {
      const left = new Set<string>();
      return only(operation, async (request, forward) => {
        const key = headerOf(request, KEY_HEADER);
        if (!isKey(key)) return await forward(request);
        if (left.has(key)) return await forward(without(request, KEY_HEADER));
        const answer = await forward(request);
        if (request.isAbandoned?.() === true) left.add(key);
        return answer;
      });
    },
  },
  'IDEM-15-who-left-before-the-answer-is-not-remembered': {
    // An extra delivery may also be a repetition by the target itself.
    applies: ({ acceptsKey, id }) => acceptsKey && !id.startsWith('redeliver'),
    fault: (operation) => () =>
      only(operation, async (request, forward) => {
        for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
        return await forward(isKey(headerOf(request, KEY_HEADER)) && request.isAbandoned?.() ? without(request, KEY_HEADER) : request);
      }),
  },
  'IDEM-07-the-name-alone-is-bound': {
    applies: ({ acceptsKey, id }) => acceptsKey && /^(create|update)/.test(id),
    fault: stored((before, now) => before.path === now.path && before.body !== now.body && nameIn(before) === nameIn(now)),
  },
  'IDEM-07-of-a-long-body-its-ends-alone-are-bound': {
    applies: ({ acceptsKey, id }) => acceptsKey && /^(create|update)/.test(id),
    fault: stored((before, now) => before.path === now.path && before.body !== now.body && endsOf(before) === endsOf(now)),
  },
  'IDEM-13-a-key-in-capitals-is-not-seen': {
    applies: takesKey,
    fault: forwardingAt((request) =>
      request.headers.some(([name]) => name === KEY_HEADER.toUpperCase()) ? without(request, KEY_HEADER) : request,
    ),
  },
  'IDEM-16-users-wait-for-each-others-keys': {
    applies: takesKey,
    fault: (operation) => () => {
      const busy = new Map<string, string | undefined>();
      return only(operation, async (request, forward) => {
        const [key, user] = [headerOf(request, KEY_HEADER), headerOf(request, 'Authorization')];
        if (!isKey(key)) return await forward(request);
        if (busy.has(key) && busy.get(key) !== user) return refusal(409);
        busy.set(key, user);
        return await forward(request).finally(() => busy.delete(key));
      });
    },
  },
  'IDEM-16-refuses-long-keys': {
    applies: takesKey,
    fault: refusingAt(400, (request) => (headerOf(request, KEY_HEADER) ?? '').length > 128),
  },
  'IDEM-16-takes-an-empty-key': {
    applies: takesKey,
    fault: forwardingAt((request) => (isKey(headerOf(request, KEY_HEADER)) ? request : without(request, KEY_HEADER))),
  },
};
