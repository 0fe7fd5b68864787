/**
 * A receiver in a process of its own, over a database file: `node receiver-process.ts <file> <where to stop: nowhere | before-commit |
 * after-commit>`. It reports to its parent by messages where it is, and then waits to be killed.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { createSqlDedupe, type SqlDedupe } from '../../src/dedupe-sql.ts';
import { createReceiver } from '../../src/index.ts';
import { nodeReceiver } from '../../src/node.ts';

interface Tables {
  readonly effect: { readonly event_guid: string };
}

const [file = '', stop = 'nowhere'] = process.argv.slice(2);
const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: new Database(file) }) });
const dedupe = createSqlDedupe(database);
await dedupe.createTable();
await database.schema.createTable('effect').ifNotExists().addColumn('event_guid', 'text').execute();

const receiver = createReceiver({
  secret: 'whsec_crash',
  dedupe: stopping(dedupe),
  answerWithinMs: 60_000,
  onEvent: async ({ EventGuid }, { transaction }) => {
    await transaction.insertInto('effect').values({ event_guid: EventGuid }).execute();
    if (stop === 'before-commit') await hang();
  },
});
const server = createServer(nodeReceiver(receiver));
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

/** Between processing and answering: everything is committed, nothing is answered. */
function stopping(store: SqlDedupe<Tables>): typeof store {
  return {
    ...store,
    once: async (guid, work) => {
      const outcome = await store.once(guid, work);
      if (stop === 'after-commit') await hang();
      return outcome;
    },
  };
}

async function hang(): Promise<never> {
  process.send?.({ stopped: stop });
  return new Promise(() => undefined);
}
