import type { ColumnBuilderCallback, Kysely, RawBuilder } from 'kysely';
import type { Schema } from './schema.ts';

/** The type of a column in a table that is sent as a parameter. */
export type ColumnType = 'bigint' | 'text';

/** All in which the SQL of the databases differs. */
export interface Dialect {
  /** Builds and compiles queries; runs none. */
  readonly builder: Kysely<Schema>;
  /** The type of identifiers that the database numbers, none of them twice. */
  readonly serial: readonly ['bigint' | 'integer', ColumnBuilderCallback];
  /** At the end of an insertion: the database answers what it numbered the row, if it does not do that anyway. */
  returningId(column: string): RawBuilder<unknown>;
  /** At the end of a query: its rows are locked against other writers until the unit ends. */
  readonly forUpdate: RawBuilder<unknown>;
  /** At the end of a query: the rows of that table are kept as they are until the unit ends. */
  forShare(table: keyof Schema): RawBuilder<unknown>;
  /**
   * Many values as one parameter, to stand after `in`: the text of the statement is the same however many they are.
   *
   * @param values the parameter
   */
  list<Value extends number | string>(values: readonly Value[], type: ColumnType): RawBuilder<Value>;
  /**
   * Many rows as one parameter, to stand in `from`.
   *
   * @param rows the parameter
   * @param columns the members of a row that are its columns, with their types; a member that is absent is null
   */
  table<Row>(rows: readonly Row[], columns: Readonly<Partial<Record<keyof Row & string, ColumnType>>>): RawBuilder<unknown>;
  /** Joins, for each row on the left, the rows that a query finds. */
  joinEach(joined: Joined): RawBuilder<unknown>;
  /** The same, and locks them; those that another holds are passed over. */
  joinEachLocked(joined: Joined): RawBuilder<unknown>;
  /**
   * The end of a query, from `where` on: a page of the rows of one owner. They are read in the index of the owner's columns and the key, and
   * the rows of others never, however many these have.
   */
  pageOf(page: OwnersPage): RawBuilder<unknown>;
}

/** Some rows of one owner. */
export interface OwnersPage {
  /** The columns that say whose the rows are, with their values. An index begins with them, and the key is its last column. */
  readonly owner: Readonly<Record<string, unknown>>;
  /** The column of identifiers that the page is ordered by. */
  readonly key: string;
  readonly order: 'asc' | 'desc';
  /** The page begins with the row after this key, or before it in descending order. */
  readonly beyond: unknown;
  readonly limit: unknown;
}

/** Rows of a table to be joined. */
export interface Joined {
  readonly table: keyof Schema;
  /** Its primary key. */
  readonly key: string;
  /** Their name in the query. */
  readonly as: string;
  /** The query that finds them, from `from` on; it may name columns on the left. */
  readonly found: RawBuilder<unknown>;
}
