import { setImmediate } from 'node:timers/promises';
import { DAY_MS, HOUR_MS } from '../faults/durations.ts';
import { isKey, KEY_HEADER, onReplay, rekeyed as rekeyedAnywhere, replay } from '../faults/keys.ts';
import type { Fault, Request } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess, refusal, withBody, without } from '../peer/message.ts';
import { Users } from '../peer/users.ts';
import { only, type Template } from './template.ts';

const keyed: Template['applies'] = ({ acceptsKey }) => acceptsKey;

/** Gives the service another key, made from these parts of the request, for one operation. */
function rekeyed(parts: Parameters<typeof rekeyedAnywhere>[0]): Template['fault'] {
  return (operation) => (context) => only(operation, rekeyedAnywhere(parts)(context));
}

/** Changes the replays of one operation. */
function replays(change: (answer: Answer) => Answer): Template['fault'] {
  return (operation) => () => only(operation, onReplay(change)());
}

/** Replays its own stored answer of a key for every request that `matches` accepts. */
function stored(matches: (before: Request, now: Request) => boolean): Template['fault'] {
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
const raced: Template['fault'] = (operation) => () => {
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
const racedByOthers: Template['fault'] = (operation) => () => {
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
export const keys: readonly Template[] = [
  {
    rule: 'IDEM-02',
    name: 'the-first-is-marked-as-replayed',
    applies: keyed,
    fault: (operation) => () =>
      only(operation, async (request, forward) => {
        const answer = await forward(request);
        return headerOf(request, KEY_HEADER) !== undefined && isSuccess(answer) ? replay(answer) : answer;
      }),
  },
  { rule: 'IDEM-02', name: 'half-of-a-key-is-looked-at', applies: keyed, fault: rekeyed((_request, key) => [key.slice(0, 18)]) },
  { rule: 'IDEM-03', name: 'a-replay-is-not-marked', applies: keyed, fault: replays((answer) => without(answer, 'Idempotent-Replayed')) },
  {
    rule: 'IDEM-03',
    name: 'a-replay-has-another-status',
    applies: keyed,
    fault: replays((answer) => ({ ...answer, status: answer.status === 200 ? 202 : 200 })),
  },
  { rule: 'IDEM-03', name: 'a-replay-lacks-its-body', applies: keyed, fault: replays((answer) => withBody(answer, {})) },
  {
    rule: 'IDEM-03',
    name: 'the-key-is-ignored',
    applies: keyed,
    fault: (operation) => () => only(operation, (request, forward) => forward(without(request, KEY_HEADER))),
  },
  {
    rule: 'IDEM-04',
    name: 'a-retry-is-executed-behind-its-replay',
    applies: ({ acceptsKey, id }) => acceptsKey && !id.startsWith('emit') && !id.startsWith('update'),
    fault: (operation) => () =>
      only(operation, async (request, forward) => {
        const answer = await forward(request);
        if (headerOf(answer, 'Idempotent-Replayed') === 'true') await forward(without(request, KEY_HEADER));
        return answer;
      }),
  },
  { rule: 'IDEM-05', name: 'those-under-way-together-are-executed', applies: keyed, fault: raced },
  {
    rule: 'IDEM-07',
    name: 'the-body-is-not-bound',
    applies: ({ acceptsKey, id }) => acceptsKey && /^(create|update)/.test(id),
    fault: stored((before, now) => before.path === now.path),
  },
  {
    rule: 'IDEM-07',
    name: 'the-bodies-of-those-under-way-are-not-compared',
    applies: ({ acceptsKey, id }) => acceptsKey && id.startsWith('create'),
    fault: racedByOthers,
  },
  {
    rule: 'IDEM-08',
    name: 'the-paths-of-those-under-way-are-not-compared',
    applies: ({ acceptsKey, id }) => acceptsKey && !id.startsWith('create'),
    fault: racedByOthers,
  },
  {
    rule: 'IDEM-08',
    name: 'the-path-is-not-bound',
    applies: keyed,
    fault: stored((before, now) => before.body === now.body || before.path !== now.path),
  },
  {
    rule: 'IDEM-08',
    name: 'the-query-is-not-bound',
    applies: keyed,
    fault: stored((before, now) => before.path.split('?')[0] === now.path.split('?')[0] && before.path !== now.path),
  },
  {
    rule: 'IDEM-10',
    name: 'the-token-comes-first',
    applies: ({ method, acceptsKey }) => acceptsKey && method === 'PUT',
    fault: replays(() => refusal(422)),
  },
  {
    rule: 'IDEM-11',
    name: 'keys-are-kept-for-an-hour',
    applies: keyed,
    fault: rekeyed((_request, key, { aheadMs }) => [key, Math.floor(aheadMs() / HOUR_MS)]),
  },
  {
    rule: 'IDEM-12',
    name: 'keys-are-kept-for-ever',
    applies: keyed,
    fault: stored((before, now) => before.path === now.path && before.body === now.body),
  },
  {
    rule: 'IDEM-12',
    name: 'a-key-that-is-new-again-keeps-no-answer',
    applies: keyed,
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
  {
    rule: 'IDEM-17',
    name: 'keys-are-bound-to-the-application',
    applies: keyed,
    fault: rekeyed((request, key) => [key, headerOf(request, 'X-Service-ApplicationId')]),
  },
  {
    rule: 'IDEM-13',
    name: 'keys-are-bound-to-the-token',
    applies: keyed,
    fault: rekeyed((request, key) => [key, headerOf(request, 'Authorization')]),
  },
  {
    rule: 'IDEM-14',
    name: 'a-get-is-stored-under-its-key',
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
  {
    rule: 'IDEM-14',
    name: 'a-get-with-a-key-is-kept-for-other-users',
    applies: ({ method }) => method === 'GET',
    fault: (operation) => () => {
      const [first, users] = [new Map<string, { readonly user: string | undefined; readonly answer: Answer }>(), new Users()];
      return async (request, forward) => {
        const [name, user] = [`${headerOf(request, KEY_HEADER)} ${request.path}`, users.of(request)];
        const isKeyed = request.operation === operation && isKey(headerOf(request, KEY_HEADER));
        const known = isKeyed ? first.get(name) : undefined;
        if (known !== undefined && known.user !== user) return known.answer;
        const answer = await forward(request);
        users.learn(request, answer);
        if (isKeyed && isSuccess(answer)) first.set(name, known ?? { user, answer });
        return answer;
      };
    },
  },
  {
    rule: 'IDEM-15',
    name: 'who-left-is-forgotten',
    applies: keyed,
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
  {
    rule: 'IDEM-15',
    name: 'who-left-before-the-answer-is-not-remembered',
    // An extra delivery may also be a repetition by the target itself.
    applies: ({ acceptsKey, id }) => acceptsKey && !id.startsWith('redeliver'),
    fault: (operation) => () =>
      only(operation, async (request, forward) => {
        for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
        return await forward(isKey(headerOf(request, KEY_HEADER)) && request.isAbandoned?.() ? without(request, KEY_HEADER) : request);
      }),
  },
  {
    rule: 'IDEM-07',
    name: 'the-name-alone-is-bound',
    applies: ({ acceptsKey, id }) => acceptsKey && /^(create|update)/.test(id),
    fault: stored((before, now) => before.path === now.path && before.body !== now.body && nameIn(before) === nameIn(now)),
  },
  {
    rule: 'IDEM-07',
    name: 'of-a-long-body-its-ends-alone-are-bound',
    applies: ({ acceptsKey, id }) => acceptsKey && /^(create|update)/.test(id),
    fault: stored((before, now) => before.path === now.path && before.body !== now.body && endsOf(before) === endsOf(now)),
  },
  {
    rule: 'IDEM-13',
    name: 'a-key-in-capitals-is-not-seen',
    applies: keyed,
    fault: (operation) => () =>
      only(
        operation,
        async (request, forward) =>
          await forward(request.headers.some(([name]) => name === KEY_HEADER.toUpperCase()) ? without(request, KEY_HEADER) : request),
      ),
  },
  {
    rule: 'IDEM-16',
    name: 'users-wait-for-each-others-keys',
    applies: keyed,
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
  {
    rule: 'IDEM-16',
    name: 'refuses-long-keys',
    applies: keyed,
    fault: (operation) => () =>
      only(operation, async (request, forward) =>
        (headerOf(request, KEY_HEADER) ?? '').length > 128 ? refusal(400) : await forward(request),
      ),
  },
  {
    rule: 'IDEM-16',
    name: 'takes-an-empty-key',
    applies: keyed,
    fault: (operation) => () =>
      only(
        operation,
        async (request, forward) => await forward(isKey(headerOf(request, KEY_HEADER)) ? request : without(request, KEY_HEADER)),
      ),
  },
];
