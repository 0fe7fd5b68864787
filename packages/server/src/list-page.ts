/** The query of a list operation, after validation has filled in the default limit. */
export interface ListQuery {
  /** How many entries a page holds at most. */
  readonly limit: number;
  /** The page begins after the entry with this identifier. Absent for the first page. */
  readonly after?: number | undefined;
}

/** Which page of which list. */
export interface ListRequest {
  /** The path of the list, of `paths`. */
  readonly path: string;
  /** The query of the request, with its defaults. */
  readonly query: ListQuery;
}

/**
 * One page of a list of objects, by ascending id, as a handler answers it: the body, and the Link header unless it is the last page (D-06).
 *
 * @example
 * const listArticolo: Handlers<Context<State>>['listArticolo'] = async ({ params, query }, { transaction }) => ({
 *   status: 200,
 *   ...page(transaction.articoli, { path: paths.listArticolo(params), query }),
 * });
 */
export function page<Entry extends { readonly id: number }>(
  list: readonly Entry[],
  { path, query: { limit, after = 0 } }: ListRequest,
): { headers: { Link?: string }; body: Entry[] } {
  const rest = list.filter(({ id }) => id > after).toSorted((one, other) => one.id - other.id);
  const body = rest.slice(0, limit);
  const last = body.at(-1);
  return { headers: rest.length > body.length && last !== undefined ? nextLink(path, { limit, after: last.id }) : {}, body };
}

/**
 * The Link header of a page that is not the last (D-06).
 *
 * @param next the limit of the page, and its last entry: the next page begins after it
 * @example
 * const headers = nextLink('/api/v3/1/articolo', { limit: 50, after: 117 });
 */
export function nextLink(path: string, next: { readonly limit: number; readonly after: number | string }): { Link: string } {
  return { Link: `<${path}?limit=${next.limit}&after=${next.after}>; rel="next"` };
}
