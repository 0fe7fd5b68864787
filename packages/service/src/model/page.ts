/** Which part of a list is requested: a number of entries after an identifier. */
export interface Page<Id extends number> {
  readonly after: Id;
  readonly limit: number;
}

/** One part of a list, and whether there is more. */
export interface Paged<Entry> {
  readonly entries: readonly Entry[];
  readonly more: boolean;
}

/** Cuts a list that was read with one entry too many. */
export function paged<Entry>(rows: readonly Entry[], limit: number): Paged<Entry> {
  return { entries: rows.slice(0, limit), more: rows.length > limit };
}
