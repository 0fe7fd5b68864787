import type Sqlite from 'better-sqlite3';
import type { CompiledQuery, QueryResult } from 'kysely';
import type { Connection } from '../sql/connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** SQLite's one connection. Statements bypass Kysely's driver, which takes longer than most of them: lists are a third faster. */
export interface SqliteConnection {
  /** For statements outside of any transaction: they wait while one is open, so that nobody reads what is not committed. */
  readonly outside: Connection;
  /** For the holder of the connection, who has opened the transaction. */
  readonly inside: Connection;
  /** Whether a transaction is open. */
  readonly inTransaction: boolean;
  /** How many statements were run that may have written. */
  readonly writes: number;
  /** Runs a command of transactions. */
  command(text: string): void;
  /** Gives the connection to one piece of work; the next one comes after it. */
  hold<Result>(work: () => Promise<Result>): Promise<Result>;
}

// One unit writes after another anyway.
const takeCompany = (): void => undefined;

export function createSqliteConnection(database: Sqlite.Database): SqliteConnection {
  const prepared = new Map<string, Sqlite.Statement>();
  let writes = 0;
  let held: Promise<unknown> | undefined;

  function prepare(text: string): Sqlite.Statement {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    const compiled = database.prepare(text);
    prepared.set(text, compiled);
    return compiled;
  }

  function run<Row>({ sql }: CompiledQuery<Row>, parameters: readonly unknown[]): QueryResult<Row> {
    const statement = prepare(sql);
    if (!statement.readonly) writes += 1;
    // The rows are those of the query: only its types know their form.
    if (statement.reader) return { rows: statement.all(...parameters) as Row[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  return {
    outside: {
      dialect: sqliteDialect,
      async execute(query, parameters) {
        while (held !== undefined) await held;
        return run(query, parameters);
      },
      takeCompany,
    },
    inside: { dialect: sqliteDialect, execute: async (query, parameters) => run(query, parameters), takeCompany },
    get inTransaction() {
      return database.inTransaction;
    },
    get writes() {
      return writes;
    },
    command: (text) => void prepare(text).run(),
    async hold(work) {
      while (held !== undefined) await held;
      const working = work();
      held = working.catch(() => undefined);
      try {
        return await working;
      } finally {
        held = undefined;
      }
    },
  };
}
