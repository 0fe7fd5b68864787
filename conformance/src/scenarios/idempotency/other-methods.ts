import { createsForGood } from '../../api/requests.ts';
import { operations } from '../../generated/operations.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { boundOperations } from '../operations/operation-case.ts';
import type { KeyedUse } from './keyed-use.ts';
import { atEach, firstUse, judgeRetry, makingUse } from './keyed-use.ts';
import { judgeSameState, shownState } from './shown-state.ts';

/** That GET and DELETE heed a key is our decision (IDEM-17): the source names POST and PUT as the methods with keys. */
export function mayIgnoreKey(method: string): boolean {
  return method === 'GET' || method === 'DELETE';
}

/** The same URL with another method. */
export function withMethod(call: Call, method: string): Call {
  if (method === 'POST' || method === 'PUT') return { ...call, method };
  const { body: _body, ...rest } = call;
  return { ...rest, method, headers: call.headers.filter(([name]) => name !== 'Content-Type') };
}

/** Judges the answer to another method under a used key. */
export function judgeOtherMethod(context: CheckContext, answer: Answer, method: string, mayIgnoreKeys: boolean): void {
  context.judge(!isReplayed(answer), {
    message: `${method} under the key of another method must not be answered from the store.`,
    expected: 'no Idempotent-Replayed: true',
    actual: `${answer.status}, marked as replayed`,
  });
  // The source names no URL that takes both POST and PUT, and a service may refuse a method that it lacks in its own way, a gateway with 403 for instance.
  context.judge(mayIgnoreKeys || !isSuccess(answer), {
    message: `${method} under the key of another method must be refused.`,
    expected: '422, or a refusal of the method where the URL does not take it',
    actual: String(answer.status),
  });
}

/** Judges at every operation that other methods are refused under its key, and leave its object as it was (IDEM-09). */
export async function judgeOtherMethods(context: CheckContext): Promise<void> {
  await atEach(
    context,
    boundOperations(context).filter(({ operation }) => !createsForGood(context, operation)),
    async (one) => {
      if (one.effect.kind === 'delete') {
        const use = await makingUse(context, one);
        if (use?.object !== undefined) await judgeMethod(context, use, (await one.callFor(use.object, use.key)).call);
        return;
      }
      const use = await firstUse(context, one);
      const others = ['POST', 'PUT', 'DELETE', 'GET'].filter((method) => method !== operations[one.operation].method);
      for (const method of context.some(others)) if (!(await judgeMethod(context, use, withMethod(use.call, method)))) return;
      await judgeRetry(context, use, 'A retry after other methods');
    },
  );
}

/** @returns whether the object is as it was */
async function judgeMethod(context: CheckContext, { one, object }: KeyedUse, call: Call): Promise<boolean> {
  const before = await shownState(context, object);
  const answer = await context.sendJudged(call, '422, or a refusal of the method');
  const mayIgnoreKeys = mayIgnoreKey(call.method);
  judgeOtherMethod(context, answer, `${call.method} (${one.operation})`, mayIgnoreKeys);
  if (call.method === 'DELETE' && mayIgnoreKeys && isSuccess(answer)) return false;
  await judgeSameState(context, object, before, `${call.method} under the key of ${one.operation}`);
  return true;
}
