import { isServed } from '../../api/requests.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { lookUntil } from '../../wait/arrives.ts';
import { guidOf, logPages, MOST_PAGES, wholeEntry } from './log-pages.ts';

/** The most entries that are read. Events that were fired just now are among them. */
const MOST_ENTRIES = 1_500;

/** The newest entries of the log, from its first page on. */
export interface NewestEntries {
  readonly entries: readonly JsonObject[];
  /** Whether the list ended before all wanted events were seen. */
  readonly hasEnded: boolean;
}

/** The newest entries of the log, down to these events; none if the target has no log. */
export async function newestEntries(context: CheckContext, company: Company, guids: readonly string[]): Promise<NewestEntries> {
  if (!isServed(context, 'listEvento')) return { entries: [], hasEnded: false };
  return await entriesDownTo(context, (await context.api()).call('listEvento', { company }), guids);
}

/** The EventGuids of the newest entries of the log, down to these events. */
export async function newestGuids(context: CheckContext, company: Company, guids: readonly string[]): Promise<readonly string[]> {
  return (await newestEntries(context, company, guids)).entries.map(guidOf);
}

/**
 * The entries of a list of events from its first page on, until all of these events were seen. The list is read again if some are missing,
 * since a log may show an event shortly after its delivery.
 * @param pageEntries the number of entries on each page
 */
export async function entriesDownTo(
  context: CheckContext,
  list: Call,
  guids: readonly string[],
  pageEntries?: number,
): Promise<NewestEntries> {
  let read: NewestEntries = { entries: [], hasEnded: false };
  await lookUntil(context, async () => {
    read = await readOnce(context, list, guids, pageEntries);
    const listed = new Set(read.entries.map(guidOf));
    return guids.every((guid) => listed.has(guid));
  });
  const looked = new Set(guids);
  const entries: JsonObject[] = [];
  for (const entry of read.entries) entries.push(looked.has(guidOf(entry)) ? await wholeEntry(context, list, entry) : entry);
  return { ...read, entries };
}

async function readOnce(context: CheckContext, list: Call, guids: readonly string[], pageEntries?: number): Promise<NewestEntries> {
  const missing = new Set(guids);
  const entries: JsonObject[] = [];
  let pages = 0;
  for await (const page of logPages(context, list, pageEntries)) {
    pages += 1;
    entries.push(...page);
    for (const entry of page) missing.delete(guidOf(entry));
    if (missing.size === 0 || entries.length >= MOST_ENTRIES) return { entries, hasEnded: false };
  }
  return { entries, hasEnded: pages < MOST_PAGES };
}
