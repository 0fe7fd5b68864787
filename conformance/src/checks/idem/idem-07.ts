import fc from 'fast-check';
import { creations } from '../../probe/creation.ts';
import { first, Ledger, withCreation } from '../../probe/keyed-case.ts';
import { type Check, check } from '../../run/check.ts';
import { isReplayed } from '../../wire/answer.ts';

/** IDEM-07: the same key with another body answers 422 and has no effect. */
export const idem07: Check = check('IDEM-07', async (trial) => {
  const kinds = await creations(trial);
  const ledger = new Ledger();
  await trial.forAll(withCreation(kinds, fc.nat({ max: 60 })), 10, async ({ creation, rest: position }) => {
    const [draft, key] = [await creation.draft(), trial.freshKey()];
    await first(trial, creation, draft, key);
    const other = creation.altered(draft, position);
    const answer = await trial.sendJudged(await creation.call(other, key), '422');
    trial.judge(answer.status === 422, {
      message: `The same key with another body (${creation.kind}) must be refused.`,
      expected: '422',
      actual: String(answer.status),
    });
    trial.judge(!isReplayed(answer), {
      message: 'A refusal is no replay.',
      expected: 'no Idempotent-Replayed: true',
      actual: 'Idempotent-Replayed: true',
    });
    ledger.expect(creation, draft.mark, 1);
    if (other.mark !== draft.mark) ledger.expect(creation, other.mark, 0);
  });
  await ledger.judge(trial, 'The same key with another body must have no effect.');
});
