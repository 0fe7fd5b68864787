import { entriesOf, readList, unreadable } from '../../api/listing.ts';
import { limited, nextPage } from '../../api/paging.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { identifierIn } from './thing.ts';

/** A list as it was read page by page. */
export interface Pages {
  readonly pages: readonly (readonly JsonObject[])[];
  /** The page after them; undefined if the list was read to its end. */
  readonly next: Call | undefined;
  /** In the order of the list. */
  readonly ids: readonly string[];
  readonly entries: ReadonlyMap<string, JsonObject>;
}

/** In about how many pages a list is read. */
const PAGES = 4;

/** The most pages that are followed, since others may add to the list meanwhile. */
const MOST_PAGES = 16;

/** How many pages of the target's own length are followed. A longer list is read in longer pages. */
const FEW_PAGES = 4;

/** A list in a few pages if a client can set their length, otherwise in the target's own; undefined if it cannot be read. */
export async function listPages(context: CheckContext, operation: OperationId, company: Company): Promise<Pages | undefined> {
  const call = (await context.api()).call(operation, { company });
  const whole = await readList(call, (page) => context.send(page));
  if (whole === undefined) return undefined;
  const limit = Math.max(1, Math.ceil(whole.entries.length / PAGES));
  const short = await readPages(context, operation, limited(call, limit));
  // The source does not say how a client asks for shorter pages. If this way has no effect, the target's own pages are used.
  return short !== undefined && short.pages.length > 1 ? short : pagesOf(operation, [whole.entries], undefined);
}

/**
 * The pages from the first on, each named by the one before it; undefined if the first is not a list.
 * @param most the most pages to read
 * @param isEnough whether these ids are all that is needed
 */
export async function readPages(
  context: CheckContext,
  operation: OperationId,
  first: Call,
  most: number = MOST_PAGES,
  isEnough: (ids: readonly string[]) => boolean = () => false,
): Promise<Pages | undefined> {
  let read = pagesOf(operation, [], first);
  while (read.next !== undefined && read.pages.length < most && !isEnough(read.ids)) {
    const answer = await context.send(read.next);
    const entries = isSuccess(answer) ? entriesOf(answer) : undefined;
    if (entries === undefined) return read.pages.length === 0 ? undefined : read;
    read = pagesOf(operation, [...read.pages, entries], nextPage(read.next, answer));
  }
  return read;
}

function pagesOf(operation: OperationId, pages: Pages['pages'], next: Call | undefined): Pages {
  const resource = effects[operation]?.resource;
  const named = pages.flat().flatMap((entry) => {
    const id = resource && identifierIn(resources[resource], entry);
    return id === undefined ? [] : [[id, entry] as const];
  });
  return { pages, next, ids: named.map(([id]) => id), entries: new Map(named) };
}

/**
 * Reads a list in the target's own pages, or in the longest ones if it has many.
 * @param wanted the ids up to which it is read in long pages; by default it is read to its end
 * @throws Inconclusive if its end is too far away
 */
export async function readWhole(context: CheckContext, operation: OperationId, list: Call, wanted?: readonly string[]): Promise<Pages> {
  const own = await readPages(context, operation, list, FEW_PAGES);
  if (own?.next === undefined && own?.pages.length === 1) return judged(context, operation, own, PAGE_ENTRIES_MAX);
  if (own !== undefined) judgeNamed(context, operation, own, own.next === undefined || own.pages.length === FEW_PAGES);
  const seen = own?.ids ?? [];
  const whole = await readLimited(context, operation, list, PAGE_ENTRIES_MAX, (ids) => {
    const distinct = new Set(ids);
    return wanted !== undefined && distinct.size >= seen.length && wanted.every((id) => distinct.has(id));
  });
  const isCut = own !== undefined && own.next === undefined && whole.ids.length > seen.length;
  judgeSame(context, operation, isCut ? whole : { ...whole, ids: whole.ids.slice(0, seen.length) }, seen);
  return whole;
}

/** Judges that pages of another length show the same objects in the same order. */
export function judgeSame(context: CheckContext, operation: OperationId, { ids }: Pages, others: readonly string[]): void {
  const at = Array.from({ length: Math.max(ids.length, others.length) }).findIndex((_, index) => ids[index] !== others[index]);
  context.judge(at === -1, {
    message: `${operation} must show the same objects in the same order, whatever the length of its pages.`,
    expected: `${ids[at] ?? 'no entry'} at place ${at + 1} of ${ids.length}`,
    actual: `${others[at] ?? 'no entry'} there in pages of another length, which show ${others.length}`,
  });
}

function judgeNamed(context: CheckContext, operation: OperationId, { pages }: Pages, isRead: boolean): void {
  context.judge(isRead, {
    message: `The next page that ${operation} names must be a page of the list.`,
    expected: `a page after ${pages.length}`,
    actual: 'no list',
  });
}

/** Reads a list in pages of this many entries. @throws Inconclusive if it cannot be read to its end, or until it is enough */
export async function readLimited(
  context: CheckContext,
  operation: OperationId,
  list: Call,
  limit: number,
  isEnough: (ids: readonly string[]) => boolean = () => false,
): Promise<Pages> {
  const read = await readPages(context, operation, limited(list, limit), MOST_PAGES, isEnough);
  if (read === undefined) {
    // The control: the list can be read without a page length.
    context.judge((await readPages(context, operation, list, 1)) === undefined, {
      message: `${operation} must also return a list in pages of ${limit} entries.`,
      expected: 'a list',
      actual: 'none',
    });
    throw new Inconclusive(unreadable(operation));
  }
  const isRead = read.next === undefined || isEnough(read.ids);
  judgeNamed(context, operation, read, isRead || read.pages.length === MOST_PAGES);
  if (!isRead) throw new Inconclusive(`${operation} names further pages after ${read.pages.length}`);
  return judged(context, operation, read, limit);
}

/** Judges the pages by themselves: none longer than requested, the last not empty, no object twice. */
function judged(context: CheckContext, operation: OperationId, read: Pages, limit: number): Pages {
  const { pages, ids } = read;
  const lengths = pages.map((page) => page.length);
  context.judge(Math.max(...lengths) <= limit, {
    message: `A page of ${operation} must have no more entries than requested.`,
    expected: `at most ${limit} entries`,
    actual: `${Math.max(...lengths)} entries`,
  });
  context.judge(pages.length === 1 || lengths.at(-1) !== 0, {
    message: `${operation} must name a next page only if there are more entries.`,
    expected: 'an entry on the last page',
    actual: `pages of ${lengths.join(', ')} entries`,
  });
  if (ids.length < pages.flat().length) throw new Inconclusive(`${operation} shows entries without an id`);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  context.judge(twice === undefined, {
    message: `${operation} must show each object once.`,
    expected: `${twice} once`,
    actual: `${ids.filter((id) => id === twice).length} times in ${pages.length} pages`,
  });
  return read;
}
