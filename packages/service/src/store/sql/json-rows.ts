import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Schema } from './schema.ts';

type ColumnType = 'bigint' | 'text';

/**
 * Many rows as one parameter, to stand in `from` or `in`: the text of the query is the same however many they are, so that it is
 * compiled once.
 *
 * @param columns the members of a row that are its columns, with their types; a member that is absent is null
 */
export function jsonRows<Row>(
  db: Kysely<Schema>,
  rows: readonly Row[],
  columns: Readonly<Partial<Record<keyof Row & string, ColumnType>>>,
): RawBuilder<unknown> {
  const json = JSON.stringify(rows);
  const named = Object.entries<ColumnType>(columns as Record<string, ColumnType>);
  if (isPostgres(db)) {
    const typed = sql.join(named.map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type)}`));
    return sql`(select * from json_to_recordset(${json}::json) as given(${typed}))`;
  }
  return sql`(select ${sql.join(named.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.id(name)}`))} from json_each(${json}))`;
}
