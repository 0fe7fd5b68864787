import type { CompiledQuery, QueryResult } from 'kysely';
import type { Dialect } from './dialect.ts';

/** What statements run on: the database, where each commits by itself, or the transaction of one unit of work. */
export interface Connection {
  readonly dialect: Dialect;
  execute<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
}
