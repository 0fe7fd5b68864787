import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, sameJson } from '../../model/json.ts';
import { type StoredObject, shownNow } from './stored-object.ts';

/** What has changed of an object; undefined if nothing has. */
export type Difference = () => Promise<string | undefined>;

/**
 * Remembers what the target shows of an object, to tell later whether it has changed. Ignores what already differs between two reads in a
 * row, such as the time of the answer. Undefined if the target does not show the object.
 */
export async function remembered(context: CheckContext, object: StoredObject): Promise<Difference | undefined> {
  const [before, again] = [await shownNow(context, object), await shownNow(context, object)];
  if (before === undefined || again === undefined) return undefined;
  const names = Object.keys(before).filter((name) => sameJson(before[name], again[name]));
  return async () => {
    const after = await shownNow(context, object);
    return after === undefined ? 'it is gone' : differing(before, after, names);
  };
}

function differing(before: JsonObject, after: JsonObject, names: readonly string[]): string | undefined {
  const changed = names.filter((name) => !sameJson(before[name], after[name]));
  return changed.length === 0 ? undefined : `a different ${changed.join(', ')}`;
}
