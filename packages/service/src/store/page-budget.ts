/**
 * How many bytes of documents a page holds, so that no list keeps the process busy for long: one is cut after the entry that reaches the
 * limit, and goes on with the next page.
 */
export const PAGE_BYTES_MAX: number = 1024 * 1024;

/** Documents up to this many bytes are read with their page, larger ones only once it is known that the page holds them. */
export const INLINE_BYTES_MAX: number = 16 * 1024;

/** A row of a list, with the size of its document. The document is null when it is too large to be read along. */
export interface Sized {
  readonly size: number;
}

/** The rows of a page: as many as the limit allows, and as fit, but one at least. */
export function withinBudget<Row extends Sized>(
  rows: readonly Row[],
  limit: number,
): { readonly entries: readonly Row[]; readonly more: boolean } {
  let bytes = 0;
  let count = 0;
  while (count < Math.min(limit, rows.length) && bytes < PAGE_BYTES_MAX) {
    bytes += rows[count]?.size ?? 0;
    if (bytes > PAGE_BYTES_MAX && count > 0) break;
    count += 1;
  }
  return { entries: rows.slice(0, count), more: rows.length > count };
}
