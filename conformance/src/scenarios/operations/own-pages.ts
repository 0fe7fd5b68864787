import { limited } from '../../api/paging.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { idsIn, readPages } from './list-pages.ts';
import type { OperationCase } from './operation-case.ts';

/** How many pages of the target's own length are read of a long list. */
const OWN_PAGES = 6;

/** Judges that a list of more than one page shows the same in the target's own pages as in the longest ones (COMP-10). */
export async function judgeOwnPages(context: CheckContext, one: OperationCase): Promise<void> {
  const { call } = await one.prepare();
  const own = await readPages(context, call, OWN_PAGES);
  if (own === undefined || (own.complete && own.pages.length === 1)) return;
  const whole = own.complete || own.pages.length === OWN_PAGES;
  context.judge(whole, {
    message: `The next page that ${one.operation} names must be a page of the list.`,
    expected: `a page after ${own.pages.length}`,
    actual: 'no list',
  });
  const longest = await readPages(context, limited(call, PAGE_ENTRIES_MAX), 1);
  const [ids, expected] = [idsIn(one, own), idsIn(one, longest)];
  const length = Math.min(ids.length, expected.length);
  const at = expected.slice(0, length).findIndex((id, index) => ids[index] !== id);
  const isCut = (own.complete && expected.length > ids.length) || (longest?.complete === true && ids.length > expected.length);
  context.judge(at === -1 && !isCut, {
    message: `${one.operation} must show the same objects in the same order, whether or not long pages are requested.`,
    expected: `${expected.length} entries${at === -1 ? '' : `, ${expected[at]} at place ${at + 1}`}`,
    actual: `${ids.length} entries in ${own.pages.length} pages${at === -1 ? '' : `, ${ids[at]} at that place`}`,
  });
}
