import type { CompiledQuery, QueryResult } from 'kysely';
import type { CompanyId } from '../../model/ids.ts';
import type { Dialect } from './dialect.ts';

/** What statements run on: the database, where each commits by itself, or the transaction of one unit of work. */
export interface Connection {
  readonly dialect: Dialect;
  /** @param parameters in the order of the query's text */
  execute<Row>(query: CompiledQuery<Row>, parameters: readonly unknown[]): Promise<QueryResult<Row>>;
  /**
   * To be called before a unit locks a company, so that those which wait for it hold no connection. It may throw, and the unit is then run
   * again when its turn has come.
   */
  takeCompany(company: CompanyId): void;
}
