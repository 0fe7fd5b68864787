import { age, firstRequests, overADayMs, retried } from '../../probe/aged-keys.ts';
import { Ledger } from '../../probe/keyed-case.ts';
import { type Check, exclusiveCheck } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import { type Answer, isReplayed, isSuccess } from '../../wire/answer.ts';

/** IDEM-12: after 24 hours the key is new: the request is executed again, and so is another. */
export const idem12: Check = exclusiveCheck('IDEM-12', async (trial) => {
  const keyed = await firstRequests(trial);
  await age(trial, keyed, overADayMs);
  const ledger = new Ledger();
  for (const [index, request] of keyed.entries()) {
    const { creation, draft } = request;
    if (index % 2 === 0) {
      judgeExecuted(trial, await retried(trial, request), `The same request (${creation.kind})`);
      ledger.expect(creation, draft.mark, 2);
    } else {
      const other = creation.altered(draft, 0);
      judgeExecuted(trial, await retried(trial, { ...request, draft: other }), `Another request (${creation.kind})`);
      ledger.expect(creation, draft.mark, 1);
      ledger.expect(creation, other.mark, 1);
    }
  }
  await ledger.judge(trial, 'After 24 hours a key must be new.');
});

function judgeExecuted(trial: Trial, answer: Answer, what: string): void {
  trial.judge(isSuccess(answer) && !isReplayed(answer), {
    message: `${what} under a key of 24 hours and a minute ago must be executed.`,
    expected: '2xx, not marked as replayed',
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
}
