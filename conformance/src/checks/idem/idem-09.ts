import { operations } from '../../generated/operations.ts';
import { isSuccess } from '../../http/answer.ts';
import { withMethod } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { inWords, judgeNotReplayed } from '../../scenarios/idempotency/answers.ts';
import { atEach, firstUse, judgeRetry, leftAlone, makingUse } from '../../scenarios/idempotency/use.ts';
import { boundOperations } from '../../scenarios/operations/operation-case.ts';

/** IDEM-09: the same key with another method is refused; no replay, no effect. */
export const idem09: Check = check('IDEM-09', { isolation: 'shared', weight: 2 }, async (context) => {
  await atEach(context, boundOperations(context), async (one) => {
    const use = await (one.effect.kind === 'delete' ? makingUse(context, one) : firstUse(context, one));
    if (use === undefined || (one.effect.kind === 'delete' && use.object === undefined)) return;
    // A DELETE may remove the object, so it comes last.
    const others = ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => method !== operations[one.operation].method);
    const calls =
      one.effect.kind === 'delete' && use.object !== undefined
        ? [(await one.callFor(use.object, use.key)).call]
        : context.some(others).map((method) => withMethod(use.call, method));
    const isLeft = async (): Promise<boolean> => {
      let isDeleted = false;
      for (const call of calls) isDeleted = (await judgeMethod(context, one.operation, call)) && call.method === 'DELETE';
      return !isDeleted;
    };
    if (await leftAlone(context, use.object, `Another method under the key of ${use.one.operation}`, isLeft))
      await judgeRetry(context, use, 'A retry after other methods');
  });
});

/** @returns whether the target executed it */
async function judgeMethod(context: CheckContext, operation: string, call: Call): Promise<boolean> {
  const answer = await context.sendJudged(call, '422, or a refusal of the method');
  const what = `${call.method} (${operation}) under the key of another method`;
  judgeNotReplayed(context, answer, what);
  // The source gives keys to POST and PUT. That they count at GET and DELETE is our decision (IDEM-17).
  const mayIgnoreKey = call.method === 'GET' || call.method === 'DELETE';
  // A service may refuse a method that it lacks in its own way, a gateway with 403 for instance.
  context.judge(mayIgnoreKey || !isSuccess(answer), {
    message: `${what} must be refused.`,
    expected: '422, or a refusal of the method',
    actual: inWords(answer),
  });
  return isSuccess(answer);
}
