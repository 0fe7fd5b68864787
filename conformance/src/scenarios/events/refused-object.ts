import { type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { additionsTo, manyBodies, waysOf } from '../operations/declared-members.ts';
import { draftOf } from '../operations/draft.ts';
import type { OperationCase } from '../operations/operation-case.ts';
import { referTo } from '../operations/references.ts';
import { createObject, ownObject, type StoredObject } from '../operations/stored-object.ts';
import { unlessRefused } from '../unless-refused.ts';

/** An object to which a target refuses, for what else there is, what it does to others; undefined where nothing is refused. */
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
  const twins = await twinsOf(context, one.effect.of ?? one.effect.resource, one.company);
  if (twins === undefined) return undefined;
  await isDone(context, one, twins[0]);
  return (await isDone(context, one, twins[1])) ? undefined : twins[1];
}

/** With as many declared members as the target takes together; undefined where it takes no two that are equal. */
async function twinsOf(
  context: CheckContext,
  name: ResourceName,
  company: Company,
): Promise<readonly [StoredObject, StoredObject] | undefined> {
  const resource = resources[name];
  const { create } = resource.operations;
  if (create === undefined) return undefined;
  const draft = await draftOf(context, name, company);
  for (const body of waysOf(draft.body, additionsTo(draft.body, manyBodies(create), resource))) {
    const given = { ...draft, body };
    const first = await unlessRefused(createObject(context, name, company, given));
    const second = first && (await unlessRefused(createObject(context, name, company, given)));
    if (first && second) return [first, second];
  }
  return undefined;
}

async function isDone(context: CheckContext, { callFor }: OperationCase, object: StoredObject): Promise<boolean> {
  return isSuccess(await context.send((await callFor(object)).call));
}
