import { type Awaitable, follow } from '@business-cloud/server';
import {
  type Compilable,
  type CompiledQuery,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type QueryResult,
  sql,
} from 'kysely';
import { ServiceError } from '../../model/service-error.ts';
import { runAtOnce } from '../sqlite/own-connection.ts';
import { isPostgres } from './dialect.ts';
import type { Schema } from './schema.ts';

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

/**
 * An insertion of one row that is built and compiled once. PostgreSQL is asked to return the identifier; SQLite tells it unasked,
 * and takes as long again as the insertion to return it.
 *
 * @param id the column that the database numbers
 * @returns runs it with the parameters, and tells the row's identifier
 */
export function preparedInsertion<Table extends keyof Schema>(
  build: (db: Kysely<Schema>) => InsertQueryBuilder<Schema, Table, InsertResult>,
  id: string,
): (db: Kysely<Schema>, parameters: readonly unknown[]) => Awaitable<number> {
  const query = preparedQuery((db) => (isPostgres(db) ? build(db).returning(sql<number>`${sql.ref(id)}`.as('id')) : build(db)));
  return (db, parameters) => follow(query(db, parameters), numberOf);
}

function numberOf({ rows: [row], insertId }: QueryResult<object>): number {
  if (row !== undefined && 'id' in row) return Number(row.id);
  if (insertId !== undefined) return Number(insertId);
  throw new ServiceError('database-unusable', 'The database told no identifier of an insertion.');
}
