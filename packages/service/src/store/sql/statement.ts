import type { CompiledQuery, Kysely, QueryExecutorProvider } from 'kysely';
import { ServiceError } from '../../model/service-error.ts';
import type { Connection } from './connection.ts';
import type { Dialect } from './dialect.ts';
import type { Schema } from './schema.ts';

/** One statement of SQL with named parameters. */
export interface Statement<Parameters, Row> {
  all(connection: Connection, parameters: Parameters): Promise<readonly Row[]>;
  /** The first row; undefined when there is none. */
  first(connection: Connection, parameters: Parameters): Promise<Row | undefined>;
  /** The only row. @throws {ServiceError} `database-unusable` when there is none */
  one(connection: Connection, parameters: Parameters): Promise<Row>;
  /** How many rows it wrote. */
  count(connection: Connection, parameters: Parameters): Promise<number>;
}

/** What Kysely makes of a statement: a query that it built, or a text between backticks. */
interface Built<Row> {
  compile(provider: QueryExecutorProvider): CompiledQuery<Row>;
}

/** Where in a query a parameter stands. It is never a value: whoever computes with it has made a mistake. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError(`The parameter ${this.name} of a statement has no value yet.`);
  }
}

/**
 * A statement that is built once for each dialect, when it is first run, and then only gets other parameters.
 *
 * @example
 * const articoli = statement((db, $: { companyId: CompanyId }) =>
 *   db.selectFrom('object').selectAll().where('company_id', '=', $.companyId));
 * await articoli.all(connection, { companyId });
 *
 * @param build gets the placeholders of the parameters under their names; a parameter that is a list is sent as JSON, see {@link Dialect.table}
 */
export function statement<Parameters extends object, Row>(
  build: (db: Kysely<Schema>, $: Parameters, dialect: Dialect) => Built<Row>,
): Statement<Parameters, Row> {
  const compiled = new Map<Dialect, CompiledQuery<Row>>();

  function compile(dialect: Dialect): CompiledQuery<Row> {
    const query = build(dialect.builder, placeholders<Parameters>(), dialect).compile(dialect.builder);
    compiled.set(dialect, query);
    return query;
  }

  function run(connection: Connection, given: Parameters) {
    const query = compiled.get(connection.dialect) ?? compile(connection.dialect);
    const parameters = query.parameters.map((value) => (value instanceof Placeholder ? sent(Reflect.get(given, value.name)) : value));
    return connection.execute<Row>({ ...query, parameters });
  }

  return {
    all: async (connection, parameters) => (await run(connection, parameters)).rows,
    first: async (connection, parameters) => (await run(connection, parameters)).rows[0],
    async one(connection, parameters) {
      const { rows } = await run(connection, parameters);
      const [row] = rows;
      if (row !== undefined) return row;
      throw new ServiceError('database-unusable', 'The database answered without the row that was asked for.');
    },
    count: async (connection, parameters) => Number((await run(connection, parameters)).numAffectedRows ?? 0),
  };
}

/** The one cast of this module: Kysely puts a placeholder where its value is to be, and looks at neither. */
function placeholders<Parameters extends object>(): Parameters {
  return new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) }) as Parameters;
}

function sent(value: unknown): unknown {
  return Array.isArray(value) ? JSON.stringify(value) : value;
}
