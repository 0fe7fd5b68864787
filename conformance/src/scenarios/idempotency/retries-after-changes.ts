import { isSuccess } from '../../http/answer.ts';
import { withoutHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { createObject } from '../operations/creation.ts';
import { type StoredObject, shownNow } from '../operations/stored-object.ts';
import type { KeyedUse } from './keyed-use.ts';
import { changeBy } from './keyed-use.ts';
import { everywhere } from './shown-everywhere.ts';

/** Judges that a retry leaves its object as it is by then: changed since, or deleted (IDEM-04). */
export async function judgeRetryAfterChanges(context: CheckContext, use: KeyedUse): Promise<void> {
  const { one, call, object } = use;
  if (object === undefined) return;
  const { update, delete: deletion } = object.resource.operations;
  const change = await changeBy(context, object, update);
  if (change !== undefined && isSuccess(await context.send(change))) {
    await judgeLeft(context, use, `${update} of its object`);
  }
  // What may be done again replaces what it made before.
  if (one.effect.kind === 'act' && !one.effect.once && isSuccess(await context.send(withoutHeader(call, 'Idempotency-Key'))))
    await judgeLeft(context, use, `another ${one.operation}`);
  const removal = await changeBy(context, object, deletion);
  if (removal === undefined || !isSuccess(await context.send(removal))) return;
  // A target may show for a while what it has removed; then it shows what nobody has retried too.
  if ((await shownNow(context, object)) !== undefined && (await isShownWhenDeleted(context, object))) return;
  await context.send(call);
  const shown = await shownNow(context, object);
  context.judge(shown === undefined, {
    message: `A retry (${one.operation}) after ${deletion} of its object must not bring that back.`,
    expected: 'no such object',
    actual: 'it is shown again',
  });
}

/** Judges that a retry leaves its object as each GET shows it by now. */
async function judgeLeft(context: CheckContext, { one, call, object }: KeyedUse, since: string): Promise<void> {
  if (object === undefined) return;
  const changes = await everywhere(context, object);
  await context.send(call);
  const changed = await changes();
  context.judge(changed === undefined, {
    message: `A retry (${one.operation}) after ${since} must leave the object as it was.`,
    expected: 'the same answer as before the retry',
    actual: `another one of ${changed}`,
  });
}

/** Whether the target still shows an object that was made and deleted without a key. */
async function isShownWhenDeleted(context: CheckContext, { resource, company }: StoredObject): Promise<boolean> {
  const object = await createObject(context, resource.name, company);
  const removal = await changeBy(context, object, resource.operations.delete);
  if (removal !== undefined) await context.prepare(removal);
  return (await shownNow(context, object)) !== undefined;
}
