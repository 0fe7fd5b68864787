import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Schema } from './schema.ts';

type ColumnType = 'bigint' | 'text';

/**
 * Many rows as one parameter, a list as JSON, to stand in `from` or `in`: the text of the query is the same however many they are, so
 * that it is compiled once.
 *
 * @param columns the members of a row that are its columns, with their types; a member that is absent is null
 */
export function jsonRows(db: Kysely<Schema>, columns: Readonly<Record<string, ColumnType>>): RawBuilder<unknown> {
  const named = Object.entries(columns);
  if (isPostgres(db)) {
    const typed = sql.join(named.map(([name, type]) => sql`${sql.id(name)} ${sql.raw(type)}`));
    return sql`(select * from json_to_recordset(${'[]'}::json) as given(${typed}))`;
  }
  return sql`(select ${sql.join(named.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.id(name)}`))} from json_each(${'[]'}))`;
}
