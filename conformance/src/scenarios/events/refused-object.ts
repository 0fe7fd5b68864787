import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { ownObject } from '../operations/available-object.ts';
import { equalObjects } from '../operations/creation.ts';
import type { OperationCase } from '../operations/operation-case.ts';
import { referTo } from '../operations/references.ts';
import type { Thing } from '../operations/thing.ts';

/** An object on which the target refuses the operation because of other objects; undefined if nothing is refused. */
export async function refusedObject(context: CheckContext, one: OperationCase): Promise<Thing | undefined> {
  if (one.effect.kind === 'delete') return await inUse(context, one);
  return one.effect.once && !context.isQuick ? await likeAnother(context, one) : undefined;
}

/** A target may refuse to delete an object that another one refers to. */
async function inUse(context: CheckContext, one: OperationCase): Promise<Thing | undefined> {
  const object = await ownObject(context, one.effect.of ?? one.effect.resource, one.company);
  if (!(await referTo(context, object))) return undefined;
  return (await isDone(context, one, object)) ? undefined : object;
}

/** A target may refuse an act on the second of two equal objects, for example because its number is taken. */
async function likeAnother(context: CheckContext, one: OperationCase): Promise<Thing | undefined> {
  const equal = await equalObjects(context, one.effect.of ?? one.effect.resource, one.company);
  if (equal === undefined) return undefined;
  const [first, second] = equal;
  await isDone(context, one, first);
  return (await isDone(context, one, second)) ? undefined : second;
}

async function isDone(context: CheckContext, { callFor }: OperationCase, object: Thing): Promise<boolean> {
  return isSuccess(await context.send((await callFor(object)).call));
}
