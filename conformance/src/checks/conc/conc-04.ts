import { type Check, check } from '../../model/check.ts';
import { guardedKinds, judgeRefusedPuts } from '../../scenarios/concurrency/guarded.ts';

/** CONC-04: a retried PUT without a key answers 422. */
export const conc04: Check = check('CONC-04', { isolation: 'shared', weight: 1 }, async (context) => {
  for (const { create } of await guardedKinds(context)) {
    const object = await create(context);
    const call = await object.put(context.fresh(), object.created.token);
    await context.prepare(call);
    await judgeRefusedPuts(context, object, [call, call, call], 'A retried PUT without a key', 422);
  }
});
