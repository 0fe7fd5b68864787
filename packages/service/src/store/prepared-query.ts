import type { Awaitable } from '@business-cloud/server';
import type { Compilable, CompiledQuery, Kysely, QueryResult } from 'kysely';
import { ServiceError } from '../service-error.ts';
import { isPostgres } from './dialect.ts';
import { runAtOnce } from './own-connection.ts';
import type { Schema } from './schema.ts';

/** The row of an insertion that returns it. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row !== undefined) return row;
  throw new ServiceError('database-unusable', 'The database returned no row of an insertion.');
}

/**
 * A query that is built and compiled once for each dialect: for those that nearly every request runs, since building takes longer
 * than running them. On SQLite it runs at once where it may.
 *
 * @param build builds it with any values in the places of its parameters
 * @returns runs it with those parameters, in the order in which `build` names them
 */
export function preparedQuery<Row>(
  build: (db: Kysely<Schema>) => Compilable<Row>,
): (db: Kysely<Schema>, parameters?: readonly unknown[]) => Awaitable<QueryResult<Row>> {
  const compiled = new Map<boolean, CompiledQuery<Row>>();
  return (db, parameters = []) => {
    const dialect = isPostgres(db);
    const query = compiled.get(dialect) ?? build(db).compile();
    compiled.set(dialect, query);
    // The rows are those of the query: only its types know of which form.
    const result = runAtOnce(db, query.sql, parameters) as QueryResult<Row> | undefined;
    return result ?? db.executeQuery<Row>({ ...query, parameters });
  };
}
