import { isSuccess, json } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf, writeJson } from '../../model/json.ts';
import { tokenOf } from '../operations/operation-case.ts';
import { isServed, type StoredObject, shownNow } from '../operations/stored-object.ts';
import { readsOf } from './keyed-use.ts';

/** What the target shows of an object, as text; undefined where it shows nothing, or changes it by itself. */
export async function shownState(context: CheckContext, object: StoredObject | undefined): Promise<string | undefined> {
  if (object === undefined || object.resource.operations.create === undefined) return undefined;
  const shown = await shownNow(context, object);
  const { label } = object.resource;
  const known = [label === undefined ? undefined : memberOf(shown, label), tokenOf({ resource: object.resource, shown })];
  const essential = writeJson(known.map((value) => value ?? null));
  // Other members may tell when it was looked at: that they do not is our decision.
  return context.run.profile === 'reference' ? `${essential} ${await allReads(context, object)}` : essential;
}

async function allReads(context: CheckContext, object: StoredObject): Promise<string> {
  const api = await context.api();
  const texts: string[] = [];
  for (const read of readsOf(object).filter((operation) => isServed(context, operation))) {
    const answer = await context.send(api.call(read, { company: object.company, id: object.id }));
    const shown = isSuccess(answer) ? (json(answer) ?? answer.body) : answer.status;
    texts.push(writeJson(shown));
  }
  return texts.join(' ');
}

/** Judges that an object is shown as it was. */
export async function judgeSameState(
  context: CheckContext,
  object: StoredObject | undefined,
  before: string | undefined,
  what: string,
): Promise<void> {
  if (before === undefined) return;
  const after = await shownState(context, object);
  context.judge(after === before, { message: `${what} must leave the object as it was.`, expected: before, actual: String(after) });
}
