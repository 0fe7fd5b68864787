import { entriesOf } from '../../api/listing.ts';
import { limited, nextPage } from '../../api/paging.ts';
import { inShort, isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';

/** Entries on a page. An event may be long, and the wanted ones are among the newest. */
const PAGE_ENTRIES = 100;
/** The most pages that are read, since others write to the log too. */
export const MOST_PAGES = 60;

/**
 * The log of events from its newest entry on, page by page, until the caller has seen enough.
 * @throws Inconclusive if a page cannot be read, since its entries are unknown
 */
export async function* logPages(
  context: CheckContext,
  list: Call,
  pageEntries: number = PAGE_ENTRIES,
): AsyncGenerator<readonly JsonObject[]> {
  let next: Call | undefined = limited(list, pageEntries);
  for (let page = 0; next !== undefined && page < MOST_PAGES; page += 1) {
    const answer = await context.send(next);
    // For a caller without access the log is empty.
    if (!isSuccess(answer) && (page > 0 || answer.status >= 500 || answer.status === 429)) throw unreadPage(next, answer);
    yield (isSuccess(answer) && entriesOf(answer, 'evento')) || [];
    next = nextPage(next, answer);
  }
}

/** The reason when a page cannot be read. Such a page must not count as empty. */
export function unreadPage({ operation }: Call, answer: Answer): Inconclusive {
  return new Inconclusive(`a page of ${operation ?? 'the log'} cannot be read: the answer is ${inShort(answer)}`);
}

/** The EventGuid of an entry of the log. */
export function guidOf(entry: JsonObject): string {
  return String(memberOf(memberOf(entry, 'evento'), 'EventGuid'));
}
