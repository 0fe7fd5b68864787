import { readList } from '../../api/listing.ts';
import { limited, nextPage } from '../../api/paging.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import type { Resource } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { idsOnPage } from './list-pages.ts';
import { identifierIn } from './stored-object.ts';

/** Reads a list up to the page that begins with this object, and answers the call for that page; undefined if it is the first page. */
export async function laterPageWith(context: CheckContext, resource: Resource, list: Call, id: string): Promise<Call | undefined> {
  const listing = await readList(list, (page) => context.send(page));
  const place = listing?.entries.findIndex((entry) => identifierIn(resource, entry) === id) ?? -1;
  if (place < 1 || place > PAGE_ENTRIES_MAX) return undefined;
  const first = limited(list, place);
  const next = nextPage(first, await context.send(first));
  return next !== undefined && idsOnPage(resource, await context.send(next)).includes(id) ? next : undefined;
}
