import { entriesOf } from '../../api/listing.ts';
import { limited, nextPage } from '../../api/paging.ts';
import { inShort, isSuccess, json } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';

/** Entries on a page. An event may be long, and the wanted ones are among the newest. */
const PAGE_ENTRIES = 100;
/** The most pages that are read, of the log, which others write to too, and of the deliveries of an event. */
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

/**
 * An entry of the log with all its deliveries. Those that it does not hold itself are read page by page from its `nextDeliveries` (D-06).
 * @param call the call that the entry is an answer to
 * @throws Inconclusive if a page cannot be read, since its deliveries are unknown
 */
export async function wholeEntry<Entry extends Json | undefined>(
  context: CheckContext,
  call: Call,
  entry: Entry,
): Promise<Entry | JsonObject> {
  const found = deliveriesOf(entry);
  let next = memberOf(entry, 'nextDeliveries');
  for (let page = 0; typeof next === 'string' && URL.canParse(next, call.url) && page < MOST_PAGES; page += 1) {
    const url = new URL(next, call.url);
    // The token must only reach the target.
    if (url.origin !== new URL(call.url).origin) break;
    const answer = await context.send({ ...call, url: url.href });
    if (!isSuccess(answer)) throw unreadPage(call, answer);
    const further = json(answer);
    found.push(...deliveriesOf(further));
    next = memberOf(further, 'nextDeliveries');
  }
  return isObject(entry) && memberOf(entry, 'nextDeliveries') !== undefined ? withDeliveries(entry, found) : entry;
}

function deliveriesOf(entry: Json | undefined): Json[] {
  const deliveries = memberOf(entry, 'deliveries');
  return Array.isArray(deliveries) ? [...deliveries] : [];
}

function withDeliveries(entry: JsonObject, deliveries: readonly Json[]): JsonObject {
  const members = Object.entries(entry).filter(([name]) => name.toLowerCase() !== 'nextdeliveries');
  return Object.fromEntries(members.map(([name, value]) => [name, name.toLowerCase() === 'deliveries' ? [...deliveries] : value]));
}
