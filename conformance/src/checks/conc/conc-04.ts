import fc from 'fast-check';
import { type Check, check } from '../../model/check.ts';
import { guardedKinds } from '../../scenarios/concurrency/guarded.ts';
import { judgeStale, judgeUnchanged } from '../../scenarios/concurrency/unchanged.ts';

/** CONC-04: a retried PUT without a key answers 422. */
export const conc04: Check = check('CONC-04', async (trial) => {
  for (const kind of await guardedKinds(trial)) {
    await trial.forAll(fc.integer({ min: 1, max: 3 }), 3, async (retries) => {
      const object = await kind(trial);
      const call = await object.put(trial.fresh(), object.created.token);
      await trial.prepare(call);
      const before = await object.look();
      for (let retry = 0; retry < retries; retry += 1)
        judgeStale(trial, object, await trial.sendJudged(call, '422'), 'A retried PUT without a key');
      await judgeUnchanged(trial, object, before, 'A retried PUT without a key');
    });
  }
});
