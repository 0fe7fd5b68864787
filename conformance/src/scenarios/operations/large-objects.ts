import { limited } from '../../api/paging.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { isObject, type Json, type JsonObject, writeJson } from '../../model/json.ts';
import { lostAt } from '../values/places.ts';
import { draftOf } from './creation.ts';
import { idsIn, type Pages, readPages } from './list-pages.ts';
import { change, type OperationCase } from './operation-case.ts';
import { createdObject, identifierIn, type StoredObject, shownNow } from './stored-object.ts';

/** How many objects of each size. The largest ones together exceed a page of the contract, and the others fit into one. */
const COUNT = 2;

/** Entries of a list in an object, and characters of a text in each entry. */
const sizes = [
  { entries: 500, characters: 1_000 },
  { entries: 200, characters: 200 },
];

/** How many of them are changed between two readings. */
const CHANGED = 1;

/** The most pages that are read for them. */
const MOST_PAGES = 40;

/** Judges that a list leads to objects so large that a page may end before them (COMP-10). */
export async function judgeLargeObjects(context: CheckContext, one: OperationCase): Promise<void> {
  const { resource } = one.effect;
  const created: StoredObject[] = [];
  for (const size of sizes.flatMap((each) => Array.from({ length: COUNT }, () => each))) {
    const large = await createLarge(context, one, size);
    if (large !== undefined) created.push(large);
  }
  if (created.length === 0) return;
  const { call } = await one.prepare();
  const read = (): Promise<Pages | undefined> => readPages(context, limited(call, PAGE_ENTRIES_MAX), MOST_PAGES);
  await read();
  // Anything cached by the first reading is stale once the object was changed.
  for (const object of created.slice(0, CHANGED)) await change(context, object);
  const list = await read();
  if (list === undefined || (!list.complete && list.pages.length === MOST_PAGES)) return;
  const entries = new Map(list.pages.flat().map((entry) => [identifierIn(resources[resource], entry), entry]));
  const missing = created.find(({ id }) => !entries.has(id));
  context.judge(missing === undefined, {
    message: `The pages of ${one.operation} must reach each object, however large it is.`,
    expected: `an entry for ${missing?.id}, one of ${created.length} with long lists`,
    actual: `${entries.size} others in ${list.pages.length} pages`,
  });
  for (const object of created) {
    const [shown, entry] = [await shownNow(context, object), entries.get(object.id)];
    const differing = isObject(shown) ? lostAt(shown, entry) : undefined;
    context.judge(differing === undefined, {
      message: `An entry of ${one.operation} must show the same as a GET of the object, however large it is.`,
      expected: writeJson(shown ?? null).slice(0, 500),
      actual: `a different ${differing}: ${writeJson(entry ?? null).slice(0, 500)}`,
    });
  }
}

/** How many pages of one entry are read next to the large ones. */
const SINGLE_PAGES = 6;

/** Judges that a list with large objects in its entries, such as the event log, leads to what follows them (COMP-10). */
export async function judgeBesideLarge(context: CheckContext, one: OperationCase): Promise<void> {
  const { call } = await one.prepare();
  const single = idsIn(one, await readPages(context, limited(call, 1), SINGLE_PAGES));
  const unseen = (pages: Pages['pages']): string | undefined => {
    const ids = idsIn(one, { pages });
    return single.find((id) => !ids.includes(id));
  };
  const long = await readPages(context, limited(call, PAGE_ENTRIES_MAX), SINGLE_PAGES, (pages) => unseen(pages) === undefined);
  if (long === undefined) return;
  const [missing, count] = [unseen(long.pages), long.pages.flat().length];
  context.judge(missing === undefined || (!long.complete && count < single.length), {
    message: `The pages of ${one.operation} must reach each entry, however large those before it are.`,
    expected: `${missing}, which a page of one entry shows`,
    actual: `${count} others in ${long.pages.length} pages`,
  });
}

/** Undefined if the body of the resource has no list of objects, or the target accepts none that long. */
async function createLarge(
  context: CheckContext,
  { effect: { resource }, company }: OperationCase,
  size: (typeof sizes)[number],
): Promise<StoredObject | undefined> {
  const { create } = resources[resource].operations;
  if (create === undefined) return undefined;
  const draft = await draftOf(context, resource, company);
  const name = Object.entries(draft.body).find(([, value]) => Array.isArray(value) && value.some(isObject))?.[0];
  if (name === undefined) return undefined;
  const body = { ...draft.body, [name]: enlarged(draft.body[name] ?? null, size) };
  const answer = await context.send((await context.api()).call(create, { company, body }));
  return isSuccess(answer) ? createdObject(resource, company, { ...draft, body }, answer) : undefined;
}

/** The list with this many entries, each with a text of this many characters. */
function enlarged(list: Json, { entries, characters }: (typeof sizes)[number]): Json {
  const [first] = Array.isArray(list) ? list.filter(isObject) : [];
  if (first === undefined) return list;
  const free = Object.entries(first).find(([, value]) => typeof value === 'string' && /[a-z]{3}/.test(value))?.[0];
  const entry: JsonObject = free === undefined ? first : { ...first, [free]: 'x'.repeat(characters) };
  return Array.from({ length: entries }, () => entry);
}
