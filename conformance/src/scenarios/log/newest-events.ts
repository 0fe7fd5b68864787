import { entriesOf } from '../../api/listing.ts';
import { nextPage } from '../../api/paging.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { isServed } from '../is-served.ts';
import { limited } from '../operations/list-pages.ts';

/** Pages of the list that are read: what was fired just now is on the first ones. */
const PAGES = 3;

/** The newest entries of the log; none where it cannot be read. */
export async function newestEntries(context: CheckContext, company: Company): Promise<readonly JsonObject[]> {
  if (!isServed(context, 'listEvento')) return [];
  const list = (await context.api()).call('listEvento', { company });
  return await entriesFrom(context, limited(list, PAGE_ENTRIES_MAX));
}

/** The same, by their EventGuid. */
export async function newestGuids(context: CheckContext, company: Company): Promise<readonly string[]> {
  return (await newestEntries(context, company)).map(guidOf);
}

/** The entries of the first pages of a list of events. */
export async function entriesFrom(context: CheckContext, first: Call): Promise<readonly JsonObject[]> {
  const entries: JsonObject[] = [];
  let next: Call | undefined = first;
  for (let page = 0; next !== undefined && page < PAGES; page += 1) {
    const answer = await context.send(next);
    entries.push(...((isSuccess(answer) && entriesOf(answer, 'evento')) || []));
    next = nextPage(next, answer);
  }
  return entries;
}

/** The EventGuid of an entry of the log. */
export function guidOf(entry: JsonObject): string {
  return String(memberOf(memberOf(entry, 'evento'), 'EventGuid'));
}
