import { type OptionKinds, readOptions, wholeNumber } from '#runtime';
import { ContractBreachError } from '../errors/error-classes.ts';
import { invalid } from '../options/invalid.ts';
import { nextQuery } from './link.ts';
import type { SentCall } from './sent-call.ts';
import type { Success } from './success.ts';

/** The headers of the contract that come with a page. */
interface PageHeaders {
  /** Where the next page is, as `<...>; rel="next"`. Absent on the last page. */
  readonly Link?: string;
}

/** One page of a list. */
export type Page<Entry> = Success<200, readonly Entry[], PageHeaders>;

/** Options of `toArray`. */
export interface ListingOptions {
  /** The largest number of entries. Default: `Infinity`. */
  readonly max?: number | undefined;
}

const count = wholeNumber(0);
const LISTING: OptionKinds<ListingOptions> = {
  max: { expected: `${count.expected}, or Infinity`, accepts: (value) => value === Number.POSITIVE_INFINITY || count.accepts(value) },
};

/**
 * A list that is read page by page while you iterate it. It sends nothing before. Each page is a call with its own deadline.
 *
 * @example
 * for await (const articolo of company.articolo.list()) console.log(articolo.descrizione);
 */
export class Listing<Entry> implements AsyncIterable<Entry> {
  readonly #fetchPage: (query: string) => SentCall<Page<Entry>>;
  readonly #query: string;

  constructor(query: string, fetchPage: (query: string) => SentCall<Page<Entry>>) {
    this.#query = query;
    this.#fetchPage = fetchPage;
  }

  /** The first page alone. */
  page(): SentCall<Page<Entry>> {
    return this.#fetchPage(this.#query);
  }

  /**
   * Page after page, following the Link header.
   *
   * @throws {ContractBreachError} if it points to a page that was read already
   */
  async *pages(): AsyncGenerator<Page<Entry>, void, undefined> {
    const seen = new Set<string>();
    for (let query: string | undefined = this.#query; query !== undefined; ) {
      if (seen.has(query)) throw new ContractBreachError('contract-breach', 'The Link header points to a page that was read already.');
      seen.add(query);
      const page: Page<Entry> = await this.#fetchPage(query);
      yield page;
      query = nextQuery(page.headers.Link);
    }
  }

  /** Entry after entry, over all pages. A page is asked for when its first entry is. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Entry, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** All entries at once; with `max`, at most that many. */
  async toArray(options: ListingOptions = {}): Promise<Entry[]> {
    const { max = Number.POSITIVE_INFINITY } = readOptions<ListingOptions>(options, LISTING, invalid);
    const entries: Entry[] = [];
    if (max === 0) return entries;
    for await (const entry of this) {
      entries.push(entry);
      if (entries.length >= max) break;
    }
    return entries;
  }
}
