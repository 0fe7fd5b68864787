import fc from 'fast-check';
import { creations } from '../../probe/creation.ts';
import { first, Ledger, withCreation } from '../../probe/keyed-case.ts';
import { type Check, check } from '../../run/check.ts';

/** IDEM-04: a retry has no further effect: one object, one set of events. */
export const idem04: Check = check('IDEM-04', async (trial) => {
  const kinds = await creations(trial);
  const ledger = new Ledger();
  await trial.forAll(withCreation(kinds, fc.integer({ min: 1, max: 4 })), 8, async ({ creation, rest: retries }) => {
    const [draft, key] = [await creation.draft(), trial.freshKey()];
    await first(trial, creation, draft, key);
    for (let retry = 0; retry < retries; retry += 1) await trial.send(await creation.call(draft, key));
    ledger.expect(creation, draft.mark, 1);
  });
  await ledger.judge(trial, 'A request and its retries must have one effect.');
});
