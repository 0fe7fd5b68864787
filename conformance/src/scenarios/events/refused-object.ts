import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { ownObject } from '../operations/available-object.ts';
import { equalObjects } from '../operations/equal-objects.ts';
import type { OperationCase } from '../operations/operation-case.ts';
import { referTo } from '../operations/references.ts';
import type { StoredObject } from '../operations/stored-object.ts';

/** An object to which a target refuses, for what else there is, what it does to others; undefined if nothing is refused. */
export async function refusedObject(context: CheckContext, one: OperationCase): Promise<StoredObject | undefined> {
  if (one.effect.kind === 'delete') return await inUse(context, one);
  return one.effect.once && !context.isQuick ? await likeAnother(context, one) : undefined;
}

/** What something else refers to may not be deleted. */
async function inUse(context: CheckContext, one: OperationCase): Promise<StoredObject | undefined> {
  const object = await ownObject(context, one.effect.of ?? one.effect.resource, one.company);
  if (!(await referTo(context, object))) return undefined;
  return (await isDone(context, one, object)) ? undefined : object;
}

/** What can be done once to an object may be refused to one that has all its declared members: a number may be taken. */
async function likeAnother(context: CheckContext, one: OperationCase): Promise<StoredObject | undefined> {
  const equal = await equalObjects(context, one.effect.of ?? one.effect.resource, one.company);
  if (equal === undefined) return undefined;
  const [first, second] = equal;
  await isDone(context, one, first);
  return (await isDone(context, one, second)) ? undefined : second;
}

async function isDone(context: CheckContext, { callFor }: OperationCase, object: StoredObject): Promise<boolean> {
  return isSuccess(await context.send((await callFor(object)).call));
}
