import fc from 'fast-check';
import { guardedKinds, tokenAfter } from '../../probe/guarded.ts';
import { judgeReplay } from '../../probe/keyed-case.ts';
import { judgeUnchanged } from '../../probe/unchanged.ts';
import { type Check, check } from '../../run/check.ts';

/** IDEM-10: a retried PUT with a key answers the original response although its ConcurrencyToken is stale by then. */
export const idem10: Check = check('IDEM-10', async (trial) => {
  const cases = fc.record({ retries: fc.integer({ min: 1, max: 3 }), changedBetween: fc.boolean() });
  for (const kind of await guardedKinds(trial)) {
    await trial.forAll(
      cases,
      4,
      async ({ retries, changedBetween }) => {
        const object = await kind(trial);
        const call = await object.put(trial.fresh(), object.created.token, trial.freshKey());
        const original = await trial.prepare(call);
        const token = changedBetween ? await tokenAfter(object, original) : undefined;
        if (token !== undefined) await trial.prepare(await object.put(trial.fresh(), token));
        const before = await object.look();
        for (let retry = 0; retry < retries; retry += 1) {
          const what = `A retried PUT${token === undefined ? '' : ', after another PUT,'}`;
          judgeReplay(trial, object, original, await trial.sendJudged(call, `${original.status}, replayed`), what);
        }
        await judgeUnchanged(trial, object, before, 'A replay');
      },
      [{ retries: 2, changedBetween: true }],
    );
  }
});
