import { isObject, type JsonObject, sameJson } from '../../model/json.ts';
import { draftOf } from '../operations/creation.ts';
import { operationCases } from '../operations/operation-case.ts';
import { at, type Path, without } from '../values/places.ts';
import { type Series, seriesOf, written } from './series.ts';

/**
 * Judges that a PUT replaces each member that it sends: whatever it leaves out inside the member is gone. Whether a member stays that is
 * left out itself is another question.
 */
export async function judgeLeftOut(series: Series, base: JsonObject): Promise<void> {
  const { context, one } = series;
  if (one.effect.kind !== 'update' || (await written(series, base, [])) === undefined) return;
  const left: Path[] = [];
  let [body, shown]: [JsonObject, JsonObject | undefined] = [base, undefined];
  for (const path of innerPaths(base)) {
    const lesser = without(body, path) as JsonObject;
    const answered = await written(series, lesser, []);
    if (answered === undefined) continue;
    [body, shown] = [lesser, answered];
    left.push(path);
  }
  for (const path of left.filter((each) => isThere(shown, each) && sameJson(at(shown, each), at(base, each)))) {
    // A PUT that accepts what a creation refuses may merge on purpose, so each result is compared with a creation.
    const fresh = await createdSo(series, without(base, path) as JsonObject);
    if (fresh === undefined) continue;
    context.judge(isThere(fresh, path), {
      message: `${one.operation} must replace each member that it sends.`,
      expected: `no ${path.join('.')}, as after a creation with the same body`,
      actual: 'the old value',
    });
  }
}

/** The control: what the target shows of an object that was created with the same body; undefined if none can be. */
async function createdSo({ context, one, resource, own }: Series, body: JsonObject): Promise<JsonObject | undefined> {
  const creation = operationCases(context, one.company).find(({ operation }) => operation === resource.operations.create);
  if (creation === undefined) return undefined;
  const { token = '', label } = resource;
  const { body: draft } = await draftOf(context, resource.name, one.company);
  const { [token]: _token, Id: _id, ...kept }: JsonObject = { ...body, ...own() };
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
  return (at(shown, path) ?? null) !== null;
}
