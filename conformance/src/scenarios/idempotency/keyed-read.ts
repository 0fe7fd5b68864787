import { isReplayed } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import type { OperationCase } from '../operations/operation-case.ts';
import type { StoredObject } from '../operations/stored-object.ts';
import { makingUse } from './keyed-use.ts';

/** An object, and the key that it was created with; an unused key if it cannot be created with one. */
export async function madeWithKey(
  context: CheckContext,
  one: OperationCase,
): Promise<{ readonly object: StoredObject; readonly key: string }> {
  const use = await makingUse(context, one);
  if (use?.object !== undefined) return { object: use.object, key: use.key };
  return { object: await one.findObject(), key: context.freshKey() };
}

/** Judges that the answer of an operation without keys does not come from the store. */
export function judgeNoReplay(context: CheckContext, operation: string, answer: Answer): void {
  context.judge(!isReplayed(answer), {
    message: `${operation} must not be answered from the store.`,
    expected: 'no Idempotent-Replayed: true',
    actual: `${answer.status}, marked as replayed`,
  });
}

export function withKey(call: Call, key: string): Call {
  return withHeader(call, 'Idempotency-Key', key);
}
