import { entriesOf } from '../../api/listing.ts';
import { limited, nextPage } from '../../api/paging.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';

/** Entries that are asked for at once: an event may be long, and what is looked for is among the newest. */
const PAGE_ENTRIES = 100;
/** Pages that are read at most: others write to the log too. */
export const MOST_PAGES = 60;

/** A log of events from its newest entry on, page by page, until whoever reads it has seen enough. */
export async function* logPages(
  context: CheckContext,
  list: Call,
  pageEntries: number = PAGE_ENTRIES,
): AsyncGenerator<readonly JsonObject[]> {
  let next: Call | undefined = limited(list, pageEntries);
  for (let page = 0; next !== undefined && page < MOST_PAGES; page += 1) {
    const answer = await context.send(next);
    yield (isSuccess(answer) && entriesOf(answer, 'evento')) || [];
    next = nextPage(next, answer);
  }
}

/** The EventGuid of an entry of the log. */
export function guidOf(entry: JsonObject): string {
  return String(memberOf(memberOf(entry, 'evento'), 'EventGuid'));
}
