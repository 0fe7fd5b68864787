import { limited } from '../../api/paging.ts';
import { servedOf } from '../../api/requests.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { type JsonObject, sameJson } from '../../model/json.ts';
import { canCreate, ownObject } from './available-object.ts';
import { createObject } from './creation.ts';
import { type Pages, readPages } from './list-pages.ts';
import { change, type OperationCase } from './operation-case.ts';
import { callOn, type Thing } from './thing.ts';

/** How many pages of one entry are read next to the large ones. */
const SINGLE_PAGES = 6;

/** What is done after the first page was read and before the next. */
interface Between {
  readonly what: string;
  /** The index of the last entry of the first page. */
  readonly last: number;
  readonly act: () => Promise<unknown>;
}

/**
 * Judges that the second page continues where the first one ended, whatever was created, changed or deleted meanwhile (COMP-10).
 * @param ids the list as it is now, in order
 * @param own objects in the list that may be changed and deleted
 */
export async function judgeBetweenPages(
  context: CheckContext,
  one: OperationCase,
  list: Call,
  { ids, own }: { readonly ids: readonly string[]; readonly own: readonly Thing[] },
): Promise<void> {
  let present = ids;
  const placeOf = ({ id }: Thing): number => present.indexOf(id);
  const judge = async (between: Between): Promise<boolean> => await judgeNext(context, one, list, present, between);
  // Objects further down are on no page that is requested.
  const reached = own.filter((object) => placeOf(object) >= 0 && placeOf(object) < PAGE_ENTRIES_MAX - 1);
  // Not the only entry of its page: without that entry, the next page would begin like the list itself.
  const [first, second] = [reached.find((object) => placeOf(object) > 0), reached.find((object) => placeOf(object) === 0) ?? reached[1]];
  const [, , third] = reached;
  if (third !== undefined)
    await judge({ what: 'its last entry was changed', last: placeOf(third), act: () => change(context, third).then(() => true) });
  for (const [object, further] of [[first, 0] as const, [second, 1] as const]) {
    if (object === undefined) continue;
    const what = further === 0 ? 'its last entry was deleted' : 'the entry before its last was deleted';
    if (await judge({ what, last: placeOf(object) + further, act: () => isDeleted(context, object) }))
      present = present.filter((id) => id !== object.id);
  }
  let made: Thing | undefined;
  const act = async (): Promise<boolean> => {
    made = await newEntry(context, one);
    return made !== undefined;
  };
  await judge({ what: 'something was created', last: 0, act });
  if (made !== undefined) await judgeAfterLast(context, one, list, { before: present, last: made });
}

/** Whether it was done in between, and judged. */
async function judgeNext(
  context: CheckContext,
  { operation }: OperationCase,
  list: Call,
  ids: readonly string[],
  { what, last, act }: Between,
): Promise<boolean> {
  const [before, expected] = [ids.slice(0, last + 1), ids[last + 1]];
  if (last < 0 || last >= PAGE_ENTRIES_MAX || expected === undefined) return false;
  const next = await pageAfter(context, operation, list, before);
  if (next === undefined || !(await act())) return false;
  const shown = (await readPages(context, operation, next, 1))?.ids ?? [];
  const again = shown.find((id) => before.includes(id));
  context.judge(shown[0] === expected && again === undefined, {
    message: `${operation} must continue after the previous page even if ${what} in between.`,
    expected: `first the entry of ${expected}, and no entry of the previous page`,
    actual: `first ${shown[0] ?? 'none'}${again === undefined ? '' : `, and ${again} again`}`,
  });
  return true;
}

/** Once everything after a page was deleted, the next page has nothing left. How a target shows that is its choice. */
async function judgeAfterLast(
  context: CheckContext,
  { operation }: OperationCase,
  list: Call,
  { before, last }: { readonly before: readonly string[]; readonly last: Thing },
): Promise<void> {
  if (before.length > PAGE_ENTRIES_MAX || last.resource.operations.delete === undefined) return;
  const next = await pageAfter(context, operation, list, before);
  if (next === undefined || !(await isDeleted(context, last))) return;
  const again = (await readPages(context, operation, next, 1))?.ids.find((id) => before.includes(id));
  context.judge(again === undefined, {
    message: `${operation} must not start again from the beginning when no entries are left.`,
    expected: 'no entry of the previous page',
    actual: `${again} again`,
  });
}

/** The page after one with these entries; undefined if there is none, or if the first page shows others. */
async function pageAfter(
  context: CheckContext,
  operation: OperationCase['operation'],
  list: Call,
  before: readonly string[],
): Promise<Call | undefined> {
  const page = await readPages(context, operation, limited(list, before.length), 1);
  return sameJson(page?.ids, before) ? page?.next : undefined;
}

/** Adds an entry to the list; undefined if a client cannot. */
async function newEntry(context: CheckContext, { effect: { resource }, company }: OperationCase): Promise<Thing | undefined> {
  if (canCreate(context, resource)) return await createObject(context, resource, company);
  return resources[resource].acts.length > 0 ? await ownObject(context, resource, company) : undefined;
}

async function isDeleted(context: CheckContext, object: Thing): Promise<boolean> {
  const { delete: remove } = servedOf(context, object.resource);
  return remove !== undefined && isSuccess(await context.send(await callOn(context, remove, object)));
}

/** Judges that if a page ends between two entries with the same time, the next page begins with the second of them (COMP-10). */
export async function judgeSimultaneous(
  context: CheckContext,
  { operation }: OperationCase,
  list: Call,
  { ids, entries }: Pick<Pages, 'ids' | 'entries'>,
): Promise<void> {
  const entryAt = (index: number): JsonObject => entries.get(ids[index] ?? '') ?? {};
  const length = ids.findIndex((_, index) => index > 0 && isOfOneMoment(entryAt(index), entryAt(index - 1)));
  if (length < 1 || length > PAGE_ENTRIES_MAX) return;
  const first = await readPages(context, operation, limited(list, length), 1);
  // A target may use its own page length.
  if (first === undefined || first.ids.at(-1) !== ids[length - 1]) return;
  const next = first.next && (await readPages(context, operation, first.next, 1));
  // A page that was named but could not be read says nothing.
  if (first.next !== undefined && next === undefined) return;
  context.judge(next?.ids[0] === ids[length], {
    message: `The page that ${operation} names next must begin with the next entry, even if that has the same time as the last one.`,
    expected: String(ids[length]),
    actual: next?.ids[0] ?? 'no entry',
  });
}

/** Whether a member of both has the same time, to the fraction of a second. */
function isOfOneMoment(entry: JsonObject, before: JsonObject): boolean {
  return Object.entries(entry).some(
    ([name, value]) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d/.test(value) && before[name] === value,
  );
}

/** Judges that a list with large objects in its entries, such as the event log, leads to what follows them (COMP-10). */
export async function judgeBesideLarge(context: CheckContext, { operation }: OperationCase, list: Call): Promise<void> {
  const single = (await readPages(context, operation, limited(list, 1), SINGLE_PAGES))?.ids ?? [];
  const unseen = (ids: readonly string[]): string | undefined => single.find((id) => !ids.includes(id));
  const isAll = (ids: readonly string[]): boolean => ids.length > 0 && unseen(ids) === undefined;
  const long = await readPages(context, operation, limited(list, PAGE_ENTRIES_MAX), SINGLE_PAGES, isAll);
  if (long === undefined) return;
  const missing = unseen(long.ids);
  context.judge(missing === undefined || (long.next !== undefined && long.ids.length < single.length), {
    message: `The pages of ${operation} must reach each entry, however large those before it are.`,
    expected: `${missing}, which a page of one entry shows`,
    actual: `${long.ids.length} others in ${long.pages.length} pages`,
  });
}
