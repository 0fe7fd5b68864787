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
  /** The number that the database gave the row that it inserted; the statement ends with {@link Dialect.returningId}. */
  insertedId(connection: Connection, parameters: Parameters): Promise<number>;
  /** How many rows it wrote. */
  count(connection: Connection, parameters: Parameters): Promise<number>;
}

/** What Kysely makes of a statement: a query that it built, or a text between backticks. */
interface Built<Row> {
  compile(provider: QueryExecutorProvider): CompiledQuery<Row>;
}

/** The place of a parameter in a query. It is never a value: computing with it is a mistake, and throws. */
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
  const compiled = new Map<Dialect, Compiled<Row>>();

  function compile(dialect: Dialect): Compiled<Row> {
    const query = build(dialect.builder, placeholders<Parameters>(), dialect).compile(dialect.builder);
    const made = { query, values: query.parameters.map(sentFor) };
    compiled.set(dialect, made);
    return made;
  }

  function run(connection: Connection, given: Parameters) {
    const { query, values } = compiled.get(connection.dialect) ?? compile(connection.dialect);
    return connection.execute(
      query,
      values.map((value) => value(given)),
    );
  }

  return {
    all: async (connection, parameters) => (await run(connection, parameters)).rows,
    first: async (connection, parameters) => (await run(connection, parameters)).rows[0],
    async one(connection, parameters) {
      const { rows } = await run(connection, parameters);
      const [row] = rows;
      if (row !== undefined) return row;
      throw new ServiceError('database-unusable', 'The database did not return the row that a statement must return.');
    },
    async insertedId(connection, parameters) {
      const { rows, insertId } = await run(connection, parameters);
      return Number(insertId ?? Object(rows[0]).id);
    },
    count: async (connection, parameters) => Number((await run(connection, parameters)).numAffectedRows ?? 0),
  };
}

/** The one cast of this module: Kysely passes a placeholder on as it passes a value on, without looking at it. */
function placeholders<Parameters extends object>(): Parameters {
  return new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) }) as Parameters;
}

interface Compiled<Row> {
  readonly query: CompiledQuery<Row>;
  /** What is sent for each parameter of the text, from what was given. */
  readonly values: readonly ((given: object) => unknown)[];
}

function sentFor(parameter: unknown): (given: object) => unknown {
  if (!(parameter instanceof Placeholder)) return () => parameter;
  const { name } = parameter;
  return (given) => {
    const value: unknown = Reflect.get(given, name);
    return Array.isArray(value) ? JSON.stringify(value) : value;
  };
}
