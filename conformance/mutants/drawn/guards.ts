import { effects, resources } from '../../src/generated/resources.ts';
import { isStale, renewed, tokenOf } from '../faults/concurrency-tokens.ts';
import type { Fault, Request } from '../mutant.ts';
import { type Answer, bodyOf, type Call, headerOf, isSuccess, refusal, withBody } from '../peer/message.ts';
import { type Applies, type FaultAt, only, type Templates } from './template.ts';

const guarded: Applies = ({ concurrency }) => concurrency;

/** Executes a PUT although its token is stale. */
function unguarded(applies: (request: Request) => boolean): FaultAt {
  return (operation) => () =>
    only(operation, async (request, forward) => {
      const answer = await forward(request);
      return isStale(answer) && applies(request) ? await renewed(request, forward) : answer;
    });
}

/** Whether other users may read the object. A webhook belongs only to its creator. */
const isShared: Applies = ({ concurrency, company }) => concurrency && company;

/** If another user reads the object after a PUT, the next PUT is refused as stale. */
const staleByReading: FaultAt =
  (operation) =>
  ({ userOf }) => {
    const [writers, stale] = [new Map<string, string | undefined>(), new Set<string>()];
    const { read } = resources[effects[operation]?.resource ?? 'webhook'].operations;
    return async (request, forward) => {
      const user = userOf(request);
      if (request.operation === operation && stale.delete(request.path)) return refusal(422);
      const answer = await forward(request);
      if (request.operation === operation && isSuccess(answer)) writers.set(request.path, user);
      const isOthers = writers.has(request.path) && writers.get(request.path) !== user;
      if (request.operation === read && isSuccess(answer) && isOthers) stale.add(request.path);
      return answer;
    };
  };

function contentOf(answer: Answer): string {
  return JSON.stringify({ ...bodyOf(answer), concurrencyToken: null, secret: null });
}

/** Accepts a stale token if the object has the same content as at that time. */
const comingBack: FaultAt = (operation) => () => {
  const contents = new Map<string, string>();
  const fault: Fault = async (request, forward) => {
    const answer = await forward(request);
    const token = Object.entries(bodyOf(request)).find(([name]) => name.toLowerCase() === 'concurrencytoken')?.[1];
    if (request.operation !== operation) return answer;
    if (isSuccess(answer)) {
      contents.set(`${request.path} ${bodyOf(answer).concurrencyToken}`, contentOf(answer));
      contents.set(request.path, contentOf(answer));
    }
    const then = contents.get(`${request.path} ${token}`);
    return isStale(answer) && then !== undefined && then === contents.get(request.path) ? await renewed(request, forward) : answer;
  };
  return fault;
};

/** An object that is deleted during a change still exists afterwards, with that change. */
const broughtBack: FaultAt = (operation) => () => {
  const { read, delete: remove } = resources[effects[operation]?.resource ?? 'webhook'].operations;
  const [changed, kept] = [new Map<string, Promise<Answer>>(), new Map<string, Answer>()];
  return async (request, forward) => {
    const { path } = request;
    const known = kept.get(path);
    if (request.operation === read && known !== undefined) return known;
    const pending = changed.get(path);
    if (request.operation === remove && pending !== undefined) {
      const [answer, put] = [await forward(request), await pending];
      if (isSuccess(answer)) kept.set(path, isSuccess(put) ? put : shownOf(request));
      return answer;
    }
    if (request.operation !== operation) return await forward(request);
    const answer = forward(request);
    changed.set(path, answer);
    return await answer.finally(() => changed.delete(path));
  };
};

function shownOf({ path }: Call): Answer {
  const body = { status: 200, headers: [['Content-Type', 'application/json'] as const], body: '' };
  return withBody(body, { id: Number(path.split('/').at(-1)) });
}

/** Faults in what a ConcurrencyToken guards. */
export const guards: Templates = {
  'CONC-02-a-stale-token-serves': { applies: guarded, fault: unguarded(() => true) },
  'CONC-03-looks-before-it-writes': {
    applies: guarded,
    fault: (operation) => () => {
      const busy = new Map<string, Promise<Answer>>();
      const fault: Fault = async (request, forward) => {
        if (request.operation !== operation) return await forward(request);
        const first = busy.get(request.path);
        if (first !== undefined) {
          await first;
          return await renewed(request, forward);
        }
        const answer = forward(request);
        busy.set(request.path, answer);
        return await answer.finally(() => busy.delete(request.path));
      };
      return fault;
    },
  },
  'CONC-05-a-key-lifts-the-guard': {
    applies: guarded,
    fault: unguarded((request) => headerOf(request, 'Idempotency-Key') !== undefined),
  },
  'CONC-06-no-token-is-needed': {
    applies: guarded,
    fault: (operation) => () =>
      only(operation, async (request, forward) =>
        tokenOf(request) === undefined ? await renewed(request, forward) : await forward(request),
      ),
  },
  'CONC-01-a-read-of-another-user-makes-it-stale': { applies: isShared, fault: staleByReading },
  'CONC-02-a-token-serves-for-the-same-content': { applies: guarded, fault: comingBack },
  'CONC-03-a-put-brings-back-what-is-deleted': { applies: isShared, fault: broughtBack },
};
