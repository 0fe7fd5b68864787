import { isSuccess, json } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, memberOf } from '../../model/json.ts';
import { unreadPage } from './log-pages.ts';

/** The most pages of deliveries that are read. */
const MOST_PAGES = 60;

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
