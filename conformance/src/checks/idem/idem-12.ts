import type { Trial } from '../../engine/trial.ts';
import { type Answer, isReplayed, isSuccess } from '../../http/answer.ts';
import { type Check, timelineCheck } from '../../model/check.ts';
import { firstRequests, type KeyedPut, overADay, retried, sentLater } from '../../scenarios/idempotency/aged-keys.ts';
import { Ledger, refusesEqual } from '../../scenarios/idempotency/keyed-case.ts';

/** IDEM-12: after 24 hours the key is new: the request is executed again, and so is another. */
export const idem12: Check = timelineCheck('IDEM-12', async (trial) => {
  const keyed = await firstRequests(trial);
  await overADay(trial, keyed);
  const ledger = new Ledger();
  for (const [index, request] of keyed.requests.entries()) {
    const { creation, draft } = request;
    const again = index % 2 === 0 ? draft : creation.altered(draft, { by: 'the case of a letter', position: 0 });
    const answer = await retried(trial, { ...request, draft: again });
    // Where a target takes no two that are alike, it says so without a key too.
    const isUnique = refusesEqual(answer) && refusesEqual(await trial.send(await creation.call(again)));
    const what = again === draft ? 'The same request' : 'Another request';
    if (!isUnique) judgeExecuted(trial, answer, `${what} (${creation.kind})`);
    const marks = isUnique ? [draft.mark] : [draft.mark, again.mark];
    for (const mark of marks) ledger.expect(creation, mark, marks.filter((other) => other === mark).length);
  }
  if (keyed.put !== undefined) await judgePut(trial, keyed.put);
  await ledger.judge(trial, 'After 24 hours a key must be new.');
});

/** Another text under the token that the first PUT left: but for the key nothing speaks against it. */
async function judgePut(trial: Trial, { object, key, token }: KeyedPut): Promise<void> {
  const mark = trial.fresh();
  const answer = await sentLater(trial, await object.put(mark, token, key));
  const isRightful = isSuccess(answer) || isSuccess(await sentLater(trial, await object.put(mark, token)));
  if (isRightful) judgeExecuted(trial, answer, 'Another PUT (webhook)');
}

function judgeExecuted(trial: Trial, answer: Answer, what: string): void {
  trial.judge(isSuccess(answer) && !isReplayed(answer), {
    message: `${what} under a key of 24 hours and a minute ago must be executed.`,
    expected: '2xx, not marked as replayed',
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
}
