import { limited } from '../../api/paging.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import { resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { JsonObject } from '../../model/json.ts';
import { readPages } from './list-pages.ts';
import type { OperationCase } from './operation-case.ts';
import { identifierIn } from './stored-object.ts';

/**
 * Judges that if a page ends between two entries with the same time, the next page begins with the second of them (COMP-10).
 * @param entries the list, in order
 */
export async function judgeSimultaneous(context: CheckContext, one: OperationCase, entries: readonly JsonObject[]): Promise<void> {
  const length = entries.findIndex((entry, index) => index > 0 && isOfOneMoment(entry, entries[index - 1]));
  if (length < 1 || length > PAGE_ENTRIES_MAX) return;
  const { call } = await one.prepare();
  const read = await readPages(context, limited(call, length), 2);
  // A page that was named but could not be read says nothing.
  if (read === undefined || (read.pages.length === 1 && !read.complete)) return;
  const { pages } = read;
  const idOf = (entry: JsonObject | undefined): string | undefined => entry && identifierIn(resources[one.effect.resource], entry);
  const [[shown, expected], [last, next]] = [
    [idOf(entries[length - 1]), idOf(entries[length])],
    [idOf(pages[0]?.at(-1)), idOf(pages[1]?.[0])],
  ];
  // A target may use its own page length.
  if (last !== shown) return;
  context.judge(next === expected, {
    message: `The page that ${one.operation} names next must begin with the next entry, even if that has the same time as the last one.`,
    expected: String(expected),
    actual: next ?? 'no entry',
  });
}

/** Whether a member of both has the same time, to the fraction of a second. */
function isOfOneMoment(entry: JsonObject, before: JsonObject | undefined): boolean {
  return Object.entries(entry).some(
    ([name, value]) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d/.test(value) && before?.[name] === value,
  );
}
