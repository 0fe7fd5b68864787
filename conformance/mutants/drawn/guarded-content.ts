import { effects, resources } from '../../src/generated/resources.ts';
import { renewed } from '../faults/renewed-puts.ts';
import type { Fault, Request } from '../mutant.ts';
import { type Answer, bodyOf, type Call, isSuccess, refusal, withBody } from '../peer/message.ts';
import { Users } from '../peer/users.ts';
import type { Template } from './template.ts';

const guarded: Template['applies'] = ({ concurrency }) => concurrency;

/** Whether other users may read the object. A webhook belongs only to its creator. */
const isShared: Template['applies'] = ({ concurrency, company }) => concurrency && company;

/** If another user reads the object after a PUT, the next PUT is refused as stale. */
const staleByReading: Template['fault'] = (operation) => () => {
  const [users, writers, stale] = [new Users(), new Map<string, string | undefined>(), new Set<string>()];
  const { read } = resources[effects[operation]?.resource ?? 'webhook'].operations;
  return async (request, forward) => {
    const user = users.of(request);
    if (request.operation === operation && stale.delete(request.path)) return refusal(422);
    const answer = await forward(request);
    users.learn(request, answer);
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
const comingBack: Template['fault'] = (operation) => () => {
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
    const isStale = answer.status === 422 && bodyOf(answer).code === 'concurrency-conflict';
    return isStale && then !== undefined && then === contents.get(request.path) ? await renewed(request as Request, forward) : answer;
  };
  return fault;
};

/** An object that is deleted during a change still exists afterwards, with that change. */
const broughtBack: Template['fault'] = (operation) => () => {
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

/** Faults in what a token guards while others read, restore or delete the object. */
export const guardedContent: readonly Template[] = [
  { rule: 'CONC-01', name: 'a-read-of-another-user-makes-it-stale', applies: isShared, fault: staleByReading },
  { rule: 'CONC-02', name: 'a-token-serves-for-the-same-content', applies: guarded, fault: comingBack },
  { rule: 'CONC-03', name: 'a-put-brings-back-what-is-deleted', applies: isShared, fault: broughtBack },
];
