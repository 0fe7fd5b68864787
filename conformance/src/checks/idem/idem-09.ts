import fc from 'fast-check';
import type { Trial } from '../../engine/trial.ts';
import { type Answer, isReplayed, isSuccess } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { type GuardedKind, tokenAfter } from '../../scenarios/concurrency/guarded.ts';
import { judgeUnchanged } from '../../scenarios/concurrency/unchanged.ts';
import { creations } from '../../scenarios/idempotency/creation.ts';
import { first, Ledger, withCreation } from '../../scenarios/idempotency/keyed-case.ts';
import { keyedPuts } from '../../scenarios/idempotency/keyed-puts.ts';

/** A mismatch, or a URL that does not take the method (501 where it will one day). */
const refusals = [422, 404, 405, 501];

/** IDEM-09: the same key with another method answers 422, or 404 or 405 where the URL does not take it; no replay, no effect. */
export const idem09: Check = check('IDEM-09', async (trial) => {
  const ledger = new Ledger();
  await trial.forAll(withCreation(await creations(trial), fc.constantFrom('PUT', 'GET')), 6, async ({ creation, rest: method }) => {
    const [draft, key] = [await creation.draft(), trial.freshKey()];
    await first(trial, creation, draft, key);
    const call = await creation.call(draft, key);
    const answer = await trial.sendJudged(withMethod(call, method), refusals.join(', '));
    judge(trial, answer, method, method === 'GET');
    ledger.expect(creation, draft.mark, 1);
  });
  for (const kind of await keyedPuts(trial)) {
    for (const method of trial.some(['POST', 'GET', 'DELETE'])) await judgeItem(trial, kind, method);
  }
  await ledger.judge(trial, 'The same key with another method must have no effect.');
});

/** Other methods at the URL of an object that a PUT with the key has changed. */
async function judgeItem(trial: Trial, kind: GuardedKind, method: string): Promise<void> {
  const object = await kind(trial);
  const put = await object.put(trial.fresh(), object.created.token, trial.freshKey());
  const changed = await trial.prepare(put);
  const [before, token] = [await object.look(), await tokenAfter(object, changed)];
  const answer = await trial.sendJudged(withMethod(put, method), refusals.join(', '));
  // That GET and DELETE heed a key is our decision: the source names POST and PUT as the methods with keys.
  const mayIgnoreKeys = method === 'GET' || (method === 'DELETE' && trial.bench.profile !== 'reference');
  judge(trial, answer, method, mayIgnoreKeys);
  if (mayIgnoreKeys && isSuccess(answer)) return;
  await judgeUnchanged(trial, object, before, `${method} under the key of a PUT`);
  if (token === undefined) return;
  const again = await trial.sendJudged(await object.put(trial.fresh(), token, trial.freshKey()), '2xx');
  trial.judge(isSuccess(again), {
    message: `A refused ${method} must leave the ${object.kind} as it was.`,
    expected: '2xx to a PUT with the token that it had',
    actual: String(again.status),
  });
}

function judge(trial: Trial, answer: Answer, method: string, mayIgnoreKeys: boolean): void {
  trial.judge(!isReplayed(answer), {
    message: `${method} under the key of another method must not be answered from the store.`,
    expected: 'no Idempotent-Replayed: true',
    actual: `${answer.status}, marked as replayed`,
  });
  // No URL is said to take both POST and PUT, and how a service refuses a method that it has not is its own affair: 403 of a gateway, say.
  const refused = trial.bench.profile === 'reference' ? refusals.includes(answer.status) : !isSuccess(answer);
  trial.judge(refused || (mayIgnoreKeys && isSuccess(answer)), {
    message: `${method} under the key of another method must be refused.`,
    expected: '422, or 404 or 405 where the URL does not take the method',
    actual: String(answer.status),
  });
}

function withMethod(call: Call, method: string): Call {
  if (method === 'POST' || method === 'PUT') return { ...call, method };
  const { body: _body, ...rest } = call;
  return { ...rest, method, headers: call.headers.filter(([name]) => name !== 'Content-Type') };
}
