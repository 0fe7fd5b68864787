import fc from 'fast-check';
import { type Creation, creations } from '../../probe/creation.ts';
import { Ledger, sameAnswer, withCreation } from '../../probe/keyed-case.ts';
import { type Check, check } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import { type Answer, isReplayed, isSuccess } from '../../wire/answer.ts';

/** IDEM-05: of concurrent requests with one key exactly one takes effect; the others answer 409 or the replay. */
export const idem05: Check = check('IDEM-05', async (trial) => {
  const kinds = await creations(trial);
  const ledger = new Ledger();
  await trial.forAll(withCreation(kinds, fc.integer({ min: 2, max: 10 })), 16, async ({ creation, rest: parallel }) => {
    const [draft, key] = [await creation.draft(), trial.freshKey()];
    const call = await creation.call(draft, key);
    const answers = await Promise.all(Array.from({ length: parallel }, () => trial.sendJudged(call, '2xx or 409')));
    judgeTogether(trial, creation, answers);
    ledger.expect(creation, draft.mark, 1);
  });
  await ledger.judge(trial, 'Concurrent requests with one key must have one effect.');
});

function judgeTogether(trial: Trial, creation: Creation, answers: readonly Answer[]): void {
  const statuses = answers.map((answer) => `${answer.status}${isReplayed(answer) ? ' replayed' : ''}`).join(', ');
  const executed = answers.filter((answer) => isSuccess(answer) && !isReplayed(answer));
  trial.judge(executed.length === 1, {
    message: `Exactly one of ${answers.length} concurrent requests with one key (${creation.kind}) must be executed.`,
    expected: 'one 2xx that is not a replay',
    actual: statuses,
  });
  const [original] = executed;
  const legal = answers.every(
    (answer) =>
      answer.status === 409 || answer === original || (isReplayed(answer) && original !== undefined && sameAnswer(original, answer)),
  );
  trial.judge(legal, {
    message: `The others of ${answers.length} concurrent requests with one key (${creation.kind}) must answer 409 or the replay.`,
    expected: '409, or the same status and body with Idempotent-Replayed: true',
    actual: statuses,
  });
}
