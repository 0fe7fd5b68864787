import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { shownNow } from '../operations/stored-object.ts';
import { changeBy, type KeyedUse } from './keyed-use.ts';
import { judgeSameState, shownState } from './shown-state.ts';

/** Judges that a retry leaves its object as it is by then: changed since, or deleted (IDEM-04). */
export async function judgeRetryAfterChanges(context: CheckContext, { one, call, object }: KeyedUse): Promise<void> {
  if (object === undefined) return;
  const { update, delete: deletion } = object.resource.operations;
  const change = await changeBy(context, object, update);
  if (change !== undefined && isSuccess(await context.send(change))) {
    const before = await shownState(context, object);
    await context.send(call);
    await judgeSameState(context, object, before, `A retry (${one.operation}) after ${update} of its object`);
  }
  const removal = await changeBy(context, object, deletion);
  if (removal === undefined || !isSuccess(await context.send(removal))) return;
  // A target may show for a while what it has removed.
  if ((await shownNow(context, object)) !== undefined) return;
  await context.send(call);
  const shown = await shownNow(context, object);
  context.judge(shown === undefined, {
    message: `A retry (${one.operation}) after ${deletion} of its object must not bring that back.`,
    expected: 'no such object',
    actual: 'it is shown again',
  });
}
