import { operations } from '../../generated/operations.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withMethod } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { atEach, firstUse, judgeRetry, type KeyedUse, makingUse } from '../../scenarios/idempotency/keyed-use.ts';
import { judgeSameState, shownState } from '../../scenarios/idempotency/shown-state.ts';
import { boundOperations } from '../../scenarios/operations/operation-case.ts';

/** IDEM-09: the same key with another method is refused; no replay, no effect. */
export const idem09: Check = check('IDEM-09', { isolation: 'shared', weight: 2 }, async (context) => {
  await atEach(context, boundOperations(context), async (one) => {
    if (one.effect.kind === 'delete') {
      const use = await makingUse(context, one);
      if (use?.object !== undefined) await judgeMethods(context, use, [(await one.callFor(use.object, use.key)).call]);
      return;
    }
    const use = await firstUse(context, one);
    // A DELETE may remove the object, so it comes last.
    const others = ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => method !== operations[one.operation].method);
    const calls = context.some(others).map((method) => withMethod(use.call, method));
    if (await judgeMethods(context, use, calls)) await judgeRetry(context, use, 'A retry after other methods');
  });
});

/** @returns whether the object is still there */
async function judgeMethods(context: CheckContext, { one, object }: KeyedUse, calls: readonly Call[]): Promise<boolean> {
  const before = await shownState(context, object);
  for (const call of calls) {
    const answer = await context.sendJudged(call, '422, or a refusal of the method');
    const what = `${call.method} (${one.operation}) under the key of another method`;
    context.judge(!isReplayed(answer), {
      message: `${what} must not be answered from the store.`,
      expected: 'no Idempotent-Replayed: true',
      actual: `${answer.status}, marked as replayed`,
    });
    // The source gives keys to POST and PUT. That they count at GET and DELETE is our decision (IDEM-17).
    const mayIgnoreKey = call.method === 'GET' || call.method === 'DELETE';
    // A service may refuse a method that it lacks in its own way, a gateway with 403 for instance.
    context.judge(mayIgnoreKey || !isSuccess(answer), {
      message: `${what} must be refused.`,
      expected: '422, or a refusal of the method',
      actual: String(answer.status),
    });
    if (call.method === 'DELETE' && isSuccess(answer)) return false;
  }
  await judgeSameState(context, object, before, `Another method under the key of ${one.operation}`);
  return true;
}
