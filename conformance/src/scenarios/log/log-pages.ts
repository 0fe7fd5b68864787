import { entriesOf } from '../../api/listing.ts';
import { limited, nextPage } from '../../api/paging.ts';
import { inShort, isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';

/** Entries that are asked for at once: an event may be long, and what is looked for is among the newest. */
const PAGE_ENTRIES = 100;
/** Pages that are read at most: others write to the log too. */
export const MOST_PAGES = 60;

/**
 * A log of events from its newest entry on, page by page, until whoever reads it has seen enough.
 * @throws Inconclusive if a page cannot be read: what stands there is not known
 */
export async function* logPages(
  context: CheckContext,
  list: Call,
  pageEntries: number = PAGE_ENTRIES,
): AsyncGenerator<readonly JsonObject[]> {
  let next: Call | undefined = limited(list, pageEntries);
  for (let page = 0; next !== undefined && page < MOST_PAGES; page += 1) {
    const answer = await context.send(next);
    // Who is not let in at all sees an empty log.
    if (!isSuccess(answer) && (page > 0 || answer.status >= 500 || answer.status === 429)) throw unreadPage(next, answer);
    yield (isSuccess(answer) && entriesOf(answer, 'evento')) || [];
    next = nextPage(next, answer);
  }
}

/** What is said of a page that was not answered: it is not empty. */
export function unreadPage({ operation }: Call, answer: Answer): Inconclusive {
  return new Inconclusive(`a page of what ${operation ?? 'the log'} shows cannot be read: it answers ${inShort(answer)}`);
}

/** The EventGuid of an entry of the log. */
export function guidOf(entry: JsonObject): string {
  return String(memberOf(memberOf(entry, 'evento'), 'EventGuid'));
}
