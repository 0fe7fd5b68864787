import { limited, nextPage } from '../../api/paging.ts';
import { isServed } from '../../api/requests.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { canCreate, ownObject } from './available-object.ts';
import { createObject } from './creation.ts';
import { idsOnPage } from './list-pages.ts';
import { change, type OperationCase } from './operation-case.ts';
import type { StoredObject } from './stored-object.ts';

/** What is done after the first page was read and before the next. */
interface Between {
  readonly what: string;
  /** The index of the last entry of the first page. */
  readonly last: number;
  /** Whether it was done. */
  readonly act: () => Promise<boolean>;
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
  { ids, own }: { readonly ids: readonly string[]; readonly own: readonly StoredObject[] },
): Promise<void> {
  let present = ids;
  const placeOf = ({ id }: StoredObject): number => present.indexOf(id);
  // Objects further down are on no page that is requested.
  const reached = own.filter((object) => placeOf(object) >= 0 && placeOf(object) < PAGE_ENTRIES_MAX - 1);
  // Not the only entry of its page: without that entry, the next page would begin like the list itself.
  const [first, second] = [reached.find((object) => placeOf(object) > 0), reached.find((object) => placeOf(object) === 0) ?? reached[1]];
  const [, , third] = reached;
  if (third !== undefined) {
    const act = (): Promise<boolean> => change(context, third).then(() => true);
    await judgeNext(context, one, list, present, { what: 'its last entry was changed', last: placeOf(third), act });
  }
  for (const [object, further] of [[first, 0] as const, [second, 1] as const]) {
    if (object === undefined) continue;
    const what = further === 0 ? 'its last entry was deleted' : 'the entry before its last was deleted';
    const act = (): Promise<boolean> => isDeleted(context, object);
    if (!(await judgeNext(context, one, list, present, { what, last: placeOf(object) + further, act }))) continue;
    present = present.filter((id) => id !== object.id);
  }
  let made: StoredObject | undefined;
  const act = async (): Promise<boolean> => {
    made = await newEntry(context, one);
    return made !== undefined;
  };
  await judgeNext(context, one, list, present, { what: 'something was created', last: 0, act });
  if (made !== undefined) await judgeAfterLast(context, one, list, { before: present, last: made });
}

/** Once everything after a page was deleted, the next page has nothing left. How a target shows that is its choice. */
async function judgeAfterLast(
  context: CheckContext,
  one: OperationCase,
  list: Call,
  { before, last }: { readonly before: readonly string[]; readonly last: StoredObject },
): Promise<void> {
  if (before.length > PAGE_ENTRIES_MAX || last.resource.operations.delete === undefined) return;
  const next = await pageAfter(context, one, list, before);
  if (next === undefined || !(await isDeleted(context, last))) return;
  const again = idsOnPage(last.resource, await context.send(next)).find((id) => before.includes(id));
  context.judge(again === undefined, {
    message: `${one.operation} must not start again from the beginning when no entries are left.`,
    expected: 'no entry of the previous page',
    actual: `${again} again`,
  });
}

/** Whether the change was made. */
async function judgeNext(
  context: CheckContext,
  one: OperationCase,
  list: Call,
  ids: readonly string[],
  { what, last, act }: Between,
): Promise<boolean> {
  const [before, expected] = [ids.slice(0, last + 1), ids[last + 1]];
  if (last < 0 || last >= PAGE_ENTRIES_MAX || expected === undefined) return false;
  const next = await pageAfter(context, one, list, before);
  if (next === undefined || !(await act())) return false;
  const page = await context.send(next);
  const shown = idsOnPage(resources[one.effect.resource], page);
  const again = shown.find((id) => before.includes(id));
  context.judge(shown[0] === expected && again === undefined, {
    message: `${one.operation} must continue after the previous page even if ${what} in between.`,
    expected: `first the entry of ${expected}, and no entry of the previous page`,
    actual: `${page.status}, first ${shown[0] ?? 'none'}${again === undefined ? '' : `, and ${again} again`}`,
  });
  return true;
}

/** The page after one with these entries; undefined if there is none, or if the first page shows others. */
async function pageAfter(
  context: CheckContext,
  { effect }: OperationCase,
  list: Call,
  before: readonly string[],
): Promise<Call | undefined> {
  const first = limited(list, before.length);
  const page = await context.send(first);
  const shown = idsOnPage(resources[effect.resource], page);
  return shown.length === before.length && shown.every((id, index) => id === before[index]) ? nextPage(first, page) : undefined;
}

/** Adds an entry to the list; undefined if a client cannot. */
async function newEntry(context: CheckContext, { effect: { resource }, company }: OperationCase): Promise<StoredObject | undefined> {
  if (canCreate(context, resource)) return await createObject(context, resource, company);
  return resources[resource].acts.length > 0 ? await ownObject(context, resource, company) : undefined;
}

async function isDeleted(context: CheckContext, { resource, company, id }: StoredObject): Promise<boolean> {
  const { delete: remove } = resource.operations;
  if (remove === undefined || !isServed(context, remove)) return false;
  return isSuccess(await context.send((await context.api()).call(remove, { company, id })));
}
