import type { Page, Paged } from '../model/page.ts';

/** The query of a list operation, after validation has filled in the default limit. */
export interface ListQuery {
  readonly limit: number;
  readonly after?: number;
}

export function pageOf({ limit, after = 0 }: ListQuery): Page {
  return { limit, after };
}

/** The Link header of a page that is not the last; nothing for the last one (D-06). */
export function nextLink<Entry extends { readonly id: number }>(
  path: string,
  { limit }: Page,
  { entries, more }: Paged<Entry>,
): { readonly Link?: string } {
  const last = entries.at(-1);
  if (!more || last === undefined) return {};
  return { Link: `<${path}?limit=${limit}&after=${last.id}>; rel="next"` };
}
