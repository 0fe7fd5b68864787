import { resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { isObject, type Json, type JsonObject, sameJson } from '../../model/json.ts';
import { draftOf } from '../operations/creation.ts';
import { operationCases } from '../operations/operation-case.ts';
import { at, type Path, without } from '../values/places.ts';
import { type Series, seriesOf, written } from './series.ts';

/**
 * Judges that a PUT replaces each member that it sends: whatever it leaves out inside the member is gone. Whether a member stays that is
 * left out itself is another question.
 */
export async function judgeLeftOut(context: CheckContext, series: Series, base: JsonObject): Promise<void> {
  const { one } = series;
  if (one.effect.kind !== 'update' || (await written(context, series, base, [])) === undefined) return;
  const left: Path[] = [];
  let body = base;
  let shown: JsonObject | undefined;
  for (const path of innerPaths(base)) {
    const lesser = without(body, path);
    const answered = isObject(lesser) ? await written(context, series, lesser, []) : undefined;
    if (!isObject(lesser) || answered === undefined) continue;
    [body, shown] = [lesser, answered];
    left.push(path);
  }
  const kept = left.filter((path) => isThere(shown, path) && sameJson(at(shown, path), at(base, path)));
  // A PUT that accepts what a creation refuses may merge on purpose, so each result is compared with a creation.
  for (const path of kept) await judgeReplaced(context, series, without(base, path), path);
}

async function judgeReplaced(context: CheckContext, series: Series, body: Json, path: Path): Promise<void> {
  const fresh = isObject(body) ? await createdSo(context, series, body) : undefined;
  if (fresh === undefined) return;
  context.judge(isThere(fresh, path), {
    message: `${series.one.operation} must replace each member that it sends.`,
    expected: `no ${path.join('.')}, as after a creation with the same body`,
    actual: 'the old value',
  });
}

/** The control: what the target shows of an object that was created with the same body; undefined if none can be. */
async function createdSo(context: CheckContext, { one, own }: Series, body: JsonObject): Promise<JsonObject | undefined> {
  const { create } = resources[one.effect.resource].operations;
  const creation = operationCases(context, one.company).find(({ operation }) => operation === create);
  if (creation === undefined) return undefined;
  const { token, label } = resources[one.effect.resource];
  const { body: draft } = await draftOf(context, one.effect.resource, one.company);
  const kept = Object.fromEntries(Object.entries({ ...body, ...own() }).filter(([name]) => name !== token && name !== 'Id'));
  const named = label === undefined || draft[label] === undefined ? kept : { ...kept, [label]: draft[label] };
  return await (await seriesOf(context, creation)).write(named);
}

/** The members inside members, and the entries of lists after the first. */
function innerPaths(body: JsonObject): readonly Path[] {
  return Object.entries(body).flatMap(([name, value]) => {
    if (isObject(value)) return Object.keys(value).map((inner) => [name, inner]);
    if (!Array.isArray(value)) return [];
    const entries = value.slice(1).map((_entry, index): Path => [name, value.length - 1 - index]);
    const [first] = value;
    return [...entries, ...(isObject(first) ? Object.keys(first).map((inner): Path => [name, 0, inner]) : [])];
  });
}

function isThere(shown: JsonObject | undefined, path: Path): boolean {
  const value = at(shown, path);
  return value !== undefined && value !== null;
}
