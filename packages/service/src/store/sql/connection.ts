import type { CompiledQuery, QueryResult } from 'kysely';
import type { Dialect } from './dialect.ts';

/** What statements run on: the database, where each commits by itself, or the transaction of one unit of work. */
export interface Connection {
  readonly dialect: Dialect;
  /** @param parameters in the order of the query's text */
  execute<Row>(query: CompiledQuery<Row>, parameters: readonly unknown[]): Promise<QueryResult<Row>>;
}
