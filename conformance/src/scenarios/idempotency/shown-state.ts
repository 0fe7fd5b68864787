import type { CheckContext } from '../../model/check-context.ts';
import { memberOf, writeJson } from '../../model/json.ts';
import { tokenOf } from '../operations/operation-case.ts';
import { type StoredObject, shownNow } from '../operations/stored-object.ts';

/** An object's name and token as the target shows them, as text; undefined if it shows nothing, or changes the object by itself. */
export async function shownState(context: CheckContext, object: StoredObject | undefined): Promise<string | undefined> {
  if (object === undefined || object.resource.operations.create === undefined) return undefined;
  const shown = await shownNow(context, object);
  const { label } = object.resource;
  const known = [label === undefined ? undefined : memberOf(shown, label), tokenOf({ resource: object.resource, shown })];
  // Other members may depend on the time of the read.
  return writeJson(known.map((value) => value ?? null));
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
