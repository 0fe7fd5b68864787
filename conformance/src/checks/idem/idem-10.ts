import { type Check, check } from '../../model/check.ts';
import { anotherCall, asUse, atEach, firstUse, judgeRetry, leftAlone, repeatableOperations } from '../../scenarios/idempotency/use.ts';
import { judgeVariedAnswers } from '../../scenarios/idempotency/varied-answers.ts';

/** IDEM-10: a retried PUT with a key answers the original response even though its ConcurrencyToken is stale by then. */
export const idem10: Check = check('IDEM-10', { isolation: 'shared', weight: 2 }, async (context) => {
  await atEach(context, repeatableOperations(context), async (one) => {
    const use = await firstUse(context, one);
    const next = await anotherCall(context, use, context.freshKey());
    const second = await asUse(one, next, await context.prepare(next.call));
    await context.prepare((await anotherCall(context, second)).call);
    await leftAlone(context, use.object, `A replay (${one.operation})`, async () => {
      await judgeRetry(context, second, 'A retried PUT, after another one,');
      await judgeRetry(context, use, 'A retried PUT, after another one with a key,');
      await judgeRetry(context, use, 'The second retry of a PUT');
    });
  });
  await context.part('varied answers', { from: 'standard' }, () => judgeVariedAnswers(context, repeatableOperations(context)));
});
