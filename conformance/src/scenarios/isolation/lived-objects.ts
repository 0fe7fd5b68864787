import { createsForGood, isServed, servedOf } from '../../api/requests.ts';
import { effects, resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { canCreate } from '../operations/available-object.ts';
import { createObject } from '../operations/creation.ts';
import { change } from '../operations/operation-case.ts';
import { callOn, type Thing } from '../operations/thing.ts';

/**
 * Fires events of every type in a company: for each resource one object is created, changed and deleted, and another goes through its acts.
 * @returns the names that they had
 */
export async function livedIn(context: CheckContext, company: Company): Promise<readonly string[]> {
  const labels: string[] = [];
  for (const { name, operations: own } of Object.values(resources)) {
    if (own.create === undefined || effects[own.create]?.fires === undefined || !canCreate(context, name)) continue;
    await context.part(`events of ${name}`, async () => {
      for (const isDeleted of own.create !== undefined && createsForGood(context, own.create) ? [false] : [true, false])
        labels.push(...(await lived(context, await createObject(context, name, company), isDeleted)));
    });
  }
  return labels;
}

/** Changes an object, and then deletes it or does its acts. Answers the names that it had. */
async function lived(context: CheckContext, object: Thing, isDeleted: boolean): Promise<readonly string[]> {
  const { resource } = object;
  const changed = await change(context, object);
  const { delete: remove } = servedOf(context, resource);
  const acts = isDeleted ? [remove].filter((one) => one !== undefined) : resource.acts.filter((act) => isServed(context, act));
  for (const act of acts) await context.send(await callOn(context, act, object));
  return [object.draft?.label, changed?.label].filter((one) => one !== undefined);
}
