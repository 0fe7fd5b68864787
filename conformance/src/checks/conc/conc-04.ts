import { type Check, check } from '../../model/check.ts';
import { guardedKinds } from '../../scenarios/concurrency/guarded.ts';
import { judgeStale, judgeUnchanged } from '../../scenarios/concurrency/unchanged.ts';

const RETRIES = 3;

/** CONC-04: a retried PUT without a key answers 422. */
export const conc04: Check = check('CONC-04', { isolation: 'shared', weight: 1 }, async (context) => {
  for (const { create } of await guardedKinds(context)) {
    const object = await create(context);
    const call = await object.put(context.fresh(), object.created.token);
    await context.prepare(call);
    const before = await object.look();
    for (let retry = 0; retry < RETRIES; retry += 1)
      judgeStale(context, object, await context.sendJudged(call, '422'), 'A retried PUT without a key');
    await judgeUnchanged(context, object, before, 'A retried PUT without a key');
  }
});
