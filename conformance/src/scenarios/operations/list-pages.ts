import { entriesOf, readList } from '../../api/listing.ts';
import { limited, nextPage } from '../../api/paging.ts';
import type { OperationId } from '../../generated/operations.ts';
import { type Resource, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { OperationCase } from './operation-case.ts';
import { identifierIn } from './stored-object.ts';

/** A list as it was read page by page. */
export interface Pages {
  readonly pages: readonly (readonly JsonObject[])[];
  /** Whether it was read to its end. */
  readonly complete: boolean;
}

/** In about how many pages a list is read. */
const PAGES = 4;

/** The most pages that are followed, since others may add to the list meanwhile. */
export const MOST_PAGES = 16;

/** A list in a few pages if a client can set their length, otherwise in the target's own; undefined if it cannot be read. */
export async function listPages(context: CheckContext, operation: OperationId, company: Company): Promise<Pages | undefined> {
  const call = (await context.api()).call(operation, { company });
  const whole = await readList(call, (page) => context.send(page));
  if (whole === undefined) return undefined;
  const limit = Math.max(1, Math.ceil(whole.entries.length / PAGES));
  const short = await readPages(context, limited(call, limit));
  // The source does not say how a client asks for shorter pages. If this way has no effect, the target's own pages are used.
  return short !== undefined && short.pages.length > 1 ? short : { pages: [whole.entries], complete: whole.complete };
}

/**
 * The pages from the first on, each named by the one before it; undefined if the first is not a list.
 * @param most the most pages to read
 * @param isEnough whether the pages so far show everything that is needed
 */
export async function readPages(
  context: CheckContext,
  first: Call,
  most: number = MOST_PAGES,
  isEnough: (pages: Pages['pages']) => boolean = () => false,
): Promise<Pages | undefined> {
  const pages: (readonly JsonObject[])[] = [];
  let next: Call | undefined = first;
  while (next !== undefined && pages.length < most && !isEnough(pages)) {
    const answer = await context.send(next);
    const entries = isSuccess(answer) ? entriesOf(answer) : undefined;
    if (entries === undefined) return pages.length === 0 ? undefined : { pages, complete: false };
    pages.push(entries);
    next = nextPage(next, answer);
  }
  return { pages, complete: next === undefined };
}

/** The identifiers on one page; none if it is not a list. */
export function idsOnPage(resource: Resource, page: Answer): readonly string[] {
  return ((isSuccess(page) && entriesOf(page)) || []).flatMap((entry) => identifierIn(resource, entry) ?? []);
}

/** The ids of the entries, in order; none if nothing was read. */
export function idsIn({ effect }: OperationCase, list: Pick<Pages, 'pages'> | undefined): readonly string[] {
  return (list?.pages.flat() ?? []).flatMap((entry) => identifierIn(resources[effect.resource], entry) ?? []);
}
