import fc from 'fast-check';
import { creations } from '../../probe/creation.ts';
import { first, judgeReplay, withCreation } from '../../probe/keyed-case.ts';
import { type Check, check } from '../../run/check.ts';

/** Keys used between a request and its retry. */
const otherKeys = 64;

/** IDEM-03: after a 2xx, a retry with the same key answers the same status and body, marked as replayed. */
export const idem03: Check = check('IDEM-03', async (trial) => {
  const kinds = await creations(trial);
  const between = fc.array(fc.constantFrom('nothing', 'another request', 'a mismatch'), { minLength: 1, maxLength: 3 });
  const [creation] = kinds;
  const [old, oldKey] = [await creation.draft(), trial.freshKey()];
  const oldAnswer = await first(trial, creation, old, oldKey);
  await trial.forAll(withCreation(kinds, between), 8, async ({ creation, rest }) => {
    const [draft, key] = [await creation.draft(), trial.freshKey()];
    const original = await first(trial, creation, draft, key);
    for (const [index, what] of rest.entries()) {
      if (what === 'another request') await trial.send(await creation.call(await creation.draft(), trial.freshKey()));
      if (what === 'a mismatch') await trial.send(await creation.call(creation.altered(draft, index), key));
      const retry = await trial.sendJudged(await creation.call(draft, key), `${original.status}, replayed`);
      judgeReplay(trial, creation, original, retry, `Retry ${index + 1} with the same key, after ${what},`);
    }
  });
  // A key is kept for hours, not for so many others.
  for (let other = 0; other < otherKeys; other += 1) await trial.send(await creation.call(await creation.draft(), trial.freshKey()));
  const retry = await trial.sendJudged(await creation.call(old, oldKey), `${oldAnswer.status}, replayed`);
  judgeReplay(trial, creation, oldAnswer, retry, `The retry after ${otherKeys} other keys`);
});
