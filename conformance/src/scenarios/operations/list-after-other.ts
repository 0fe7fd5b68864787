import { readList } from '../../api/listing.ts';
import { resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { type JsonObject, sameJson, writeJson } from '../../model/json.ts';
import { asOtherUser } from '../as-other-user.ts';
import { canCreate } from './available-object.ts';
import { createObject } from './creation.ts';
import { change, shownAlone } from './listed-objects.ts';
import type { OperationCase } from './operation-case.ts';
import { identifierIn, type StoredObject } from './stored-object.ts';

/** Judges that a list that a user has read shows later changes by another user of the company, as the GET does (COMP-10). */
export async function judgeAfterOther(context: CheckContext, one: OperationCase): Promise<void> {
  const { resource: name } = one.effect;
  const asOther = canCreate(context, name) && resources[name].operations.update ? await asOtherUser(context) : undefined;
  if (asOther === undefined) return;
  const object = await createObject(context, name, one.company);
  const { call: list } = await one.prepare();
  const before = await entryOf(context, list, object);
  await change(context, object, asOther);
  const after = await entryOf(context, list, object);
  if (before === undefined || after === undefined) return;
  const shown = await shownAlone(context, object, { entries: new Map([[object.id, after]]) });
  // The control: the GET shows a change.
  const changed = Object.keys(before).filter((member) => shown !== undefined && !sameJson(before[member], shown[member]));
  const old = changed.find((member) => sameJson(before[member], after[member]));
  context.judge(old === undefined, {
    message: `An entry of ${one.operation} must show the same as a GET of the object, whoever changed it.`,
    expected: writeJson(shown ?? null).slice(0, 500),
    actual: `the old ${old}: ${writeJson(after).slice(0, 500)}`,
  });
}

async function entryOf(context: CheckContext, list: Call, { resource, id }: StoredObject): Promise<JsonObject | undefined> {
  const listing = await readList(list, (page) => context.send(page));
  return listing?.entries.find((entry) => identifierIn(resource, entry) === id);
}
