import { nextLink as linkTo } from '@business-cloud/server';
import type { Page, Paged } from '../model/page.ts';

/** The query of a list operation, after validation has filled in the default limit. */
export interface ListQuery {
  readonly limit: number;
  readonly after?: number;
}

/** @param idOf makes the identifier after which the page begins */
export function pageOf<Id extends number>({ limit, after = 0 }: ListQuery, idOf: (id: number) => Id): Page<Id> {
  return { limit, after: idOf(after) };
}

/** The Link header of a page that is not the last; nothing for the last one (D-06). */
export function nextLink<Entry extends { readonly id: number }>(
  path: string,
  { limit }: ListQuery,
  { entries, more }: Paged<Entry>,
): { readonly Link?: string } {
  const last = entries.at(-1);
  if (!more || last === undefined) return {};
  return linkTo(path, { limit, after: last.id });
}
