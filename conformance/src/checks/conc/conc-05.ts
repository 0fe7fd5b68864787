import fc from 'fast-check';
import { type Check, check } from '../../model/check.ts';
import { guardedKinds } from '../../scenarios/concurrency/guarded.ts';
import { judgeStale, judgeUnchanged } from '../../scenarios/concurrency/unchanged.ts';

/** CONC-05: the guard stays active with a key: a stale token under a new key answers 422. */
export const conc05: Check = check('CONC-05', { isolation: 'shared', weight: 1 }, async (context) => {
  const cases = fc.record({ firstWithKey: fc.boolean(), body: fc.constantFrom('the same body', 'another body') });
  for (const { create: kind, cases: some } of await guardedKinds(context)) {
    await context.forAll(
      cases,
      some(4),
      async ({ firstWithKey, body }) => {
        const object = await kind(context);
        const { token } = object.created;
        const mark = context.fresh();
        // The control: with the current token a new key is accepted.
        await context.prepare(await object.put(mark, token, firstWithKey ? context.freshKey() : undefined));
        const before = await object.look();
        const stale = await object.put(body === 'the same body' ? mark : context.fresh(), token, context.freshKey());
        const answer = await context.sendJudged(stale, '422');
        judgeStale(context, object, answer, `A PUT with a stale token, a new key and ${body}`);
        await judgeUnchanged(context, object, before, 'A PUT with a stale token and a new key');
      },
      [{ firstWithKey: true, body: 'another body' }],
    );
  }
});
