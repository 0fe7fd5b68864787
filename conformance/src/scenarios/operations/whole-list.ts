import { unreadable } from '../../api/listing.ts';
import { limited } from '../../api/paging.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import { resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { idsIn, MOST_PAGES, type Pages, readPages } from './list-pages.ts';
import type { OperationCase } from './operation-case.ts';
import { identifierIn } from './stored-object.ts';

/** A list that was read to its end, or as far as it was wanted. */
export interface WholeList {
  readonly pages: Pages['pages'];
  /** In the order of the list. */
  readonly ids: readonly string[];
  readonly entries: ReadonlyMap<string, JsonObject>;
}

/** How many pages of the target's own length are followed. A longer list is read in longer pages. */
const FEW_PAGES = 4;

/**
 * Reads a list in the target's own pages, or in the longest ones if it has many.
 * @param wanted the ids up to which it is read in long pages; by default it is read to its end
 * @throws Inconclusive if its end is too far away
 */
export async function readWhole(context: CheckContext, one: OperationCase, list: Call, wanted?: readonly string[]): Promise<WholeList> {
  const own = await readPages(context, list, FEW_PAGES);
  if (own?.complete && own.pages.length === 1) return judged(context, one, own, PAGE_ENTRIES_MAX);
  if (own !== undefined) judgeNamed(context, one, own, own.complete || own.pages.length === FEW_PAGES);
  const seen = idsIn(one, own);
  const isEnough = (pages: Pages['pages']): boolean => {
    const ids = new Set(idsIn(one, { pages }));
    return wanted !== undefined && ids.size >= seen.length && wanted.every((id) => ids.has(id));
  };
  const whole = await readLimited(context, one, list, PAGE_ENTRIES_MAX, isEnough);
  const at = seen.findIndex((id, index) => whole.ids[index] !== id);
  const isCut = own?.complete === true && whole.ids.length > seen.length;
  context.judge(at === -1 && !isCut, {
    message: `${one.operation} must show the same objects in the same order, whatever the length of its pages.`,
    expected: `${whole.ids.length} entries${at === -1 ? '' : `, ${whole.ids[at] ?? 'none'} at place ${at + 1}`}, as in pages of ${PAGE_ENTRIES_MAX} entries`,
    actual: `${seen.length} entries${at === -1 ? '' : `, ${seen[at]} at that place`} in pages of the service's own length`,
  });
  return whole;
}

function judgeNamed(context: CheckContext, { operation }: OperationCase, { pages }: Pages, isRead: boolean): void {
  context.judge(isRead, {
    message: `The next page that ${operation} names must be a page of the list.`,
    expected: `a page after ${pages.length}`,
    actual: 'no list',
  });
}

/** Reads a list in pages of this many entries. @throws Inconclusive if it cannot be read to its end, or until it is enough */
export async function readLimited(
  context: CheckContext,
  one: OperationCase,
  list: Call,
  limit: number,
  isEnough: (pages: Pages['pages']) => boolean = () => false,
): Promise<WholeList> {
  const pages = await readPages(context, limited(list, limit), MOST_PAGES, isEnough);
  if (pages === undefined) {
    // The control: the list can be read without a page length.
    context.judge((await readPages(context, list, 1)) === undefined, {
      message: `${one.operation} must also return a list in pages of ${limit} entries.`,
      expected: 'a list',
      actual: 'none',
    });
    throw new Inconclusive(unreadable(one.operation));
  }
  const isRead = pages.complete || isEnough(pages.pages);
  judgeNamed(context, one, pages, isRead || pages.pages.length === MOST_PAGES);
  if (!isRead) throw new Inconclusive(`${one.operation} names further pages after ${pages.pages.length}`);
  return judged(context, one, pages, limit);
}

/** Judges the pages by themselves: none longer than requested, the last not empty, no object twice. */
function judged(context: CheckContext, { operation, effect }: OperationCase, { pages }: Pages, limit: number): WholeList {
  const longest = Math.max(...pages.map((page) => page.length));
  context.judge(longest <= limit, {
    message: `A page of ${operation} must have no more entries than requested.`,
    expected: `at most ${limit} entries`,
    actual: `${longest} entries`,
  });
  context.judge(pages.length === 1 || pages.at(-1)?.length !== 0, {
    message: `${operation} must name a next page only if there are more entries.`,
    expected: 'an entry on the last page',
    actual: `pages of ${pages.map((page) => page.length).join(', ')} entries`,
  });
  const entries = pages.flat();
  const ids = entries.flatMap((entry) => identifierIn(resources[effect.resource], entry) ?? []);
  if (ids.length < entries.length) throw new Inconclusive(`${operation} shows entries without an id`);
  const seen = new Set<string>();
  const twice = ids.find((id) => seen.size === seen.add(id).size);
  context.judge(twice === undefined, {
    message: `${operation} must show each object once.`,
    expected: `${twice} once`,
    actual: `${ids.filter((id) => id === twice).length} times in ${pages.length} pages`,
  });
  return { pages, ids, entries: new Map(ids.flatMap((id, index) => (entries[index] === undefined ? [] : [[id, entries[index]]]))) };
}
