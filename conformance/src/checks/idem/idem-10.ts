import { type Check, check } from '../../model/check.ts';
import { anotherCall, asUse, atEach, firstUse, judgeRetry, repeatableOperations } from '../../scenarios/idempotency/keyed-use.ts';
import { judgeSameState, shownState } from '../../scenarios/idempotency/shown-state.ts';
import { judgeVariedAnswers } from '../../scenarios/idempotency/varied-answers.ts';

/** IDEM-10: a retried PUT with a key answers the original response even though its ConcurrencyToken is stale by then. */
export const idem10: Check = check('IDEM-10', { isolation: 'shared', weight: 2 }, async (context) => {
  await atEach(context, repeatableOperations(context), async (one) => {
    const use = await firstUse(context, one);
    const key = context.freshKey();
    const next = await anotherCall(context, use, key);
    const second = await asUse(one, key, next, await context.prepare(next.call));
    await context.prepare((await anotherCall(context, second)).call);
    const before = await shownState(context, use.object);
    for (const [retried, what] of [
      [second, 'A retried PUT, after another one,'],
      [use, 'A retried PUT, after another one with a key,'],
      [use, 'The second retry of a PUT'],
    ] as const)
      await judgeRetry(context, retried, what);
    await judgeSameState(context, use.object, before, `A replay (${one.operation})`);
  });
  await context.part('varied answers', { from: 'standard' }, () => judgeVariedAnswers(context, repeatableOperations(context)));
});
