import fc from 'fast-check';
import { type Check, check } from '../../model/check.ts';
import { guardedKinds } from '../../scenarios/concurrency/guarded.ts';
import { judgeStale, judgeUnchanged } from '../../scenarios/concurrency/unchanged.ts';

/** CONC-05: the guard stays active with a key: a stale token under a new key answers 422. */
export const conc05: Check = check('CONC-05', { isolation: 'shared', weight: 1 }, async (context) => {
  for (const { create } of await guardedKinds(context)) {
    await context.forAll(fc.boolean(), 1, async (firstWithKey) => {
      const object = await create(context);
      const { token } = object.created;
      const mark = context.fresh();
      // The control: with the current token a new key is accepted.
      await context.prepare(await object.put(mark, token, firstWithKey ? context.freshKey() : undefined));
      const before = await object.look();
      for (const body of ['the same body', 'another body']) {
        const stale = await object.put(body === 'the same body' ? mark : context.fresh(), token, context.freshKey());
        const answer = await context.sendJudged(stale, '422');
        judgeStale(context, object, answer, `A PUT with a stale token, a new key and ${body}`);
      }
      await judgeUnchanged(context, object, before, 'A PUT with a stale token and a new key');
    });
  }
});
