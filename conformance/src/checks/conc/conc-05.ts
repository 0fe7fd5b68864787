import { type Check, check } from '../../model/check.ts';
import { guardedKinds, judgeRefusedPuts } from '../../scenarios/concurrency/guarded.ts';

/** CONC-05: the guard stays active with a key: a stale token under a new key answers 422. */
export const conc05: Check = check('CONC-05', { isolation: 'shared', weight: 1 }, async (context) => {
  for (const [index, { create }] of (await guardedKinds(context)).entries()) {
    const object = await create(context);
    const { token } = object.created;
    const [mark, other] = [context.fresh(), context.fresh()];
    // The control: with the current token a new key is accepted.
    await context.prepare(await object.put(mark, token, index % 2 === 0 ? context.freshKey() : undefined));
    const stale = [await object.put(mark, token, context.freshKey()), await object.put(other, token, context.freshKey())];
    await judgeRefusedPuts(context, object, stale, 'A PUT with a stale token and a new key', 422);
  }
});
