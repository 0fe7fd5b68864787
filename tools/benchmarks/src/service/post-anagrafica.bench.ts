import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Benchmark } from '../benchmark.ts';
import { openLoad, requestText } from './http-load.ts';
import { startServiceProcess } from './service-process.ts';

const CONNECTIONS = 64;
const WRITES = 640;
const PATH = '/api/v3/1/Anagrafica';
const DOCUMENT = JSON.stringify({ nome: 'Ferramenta Aurora S.r.l.' });

export const benchmark: Benchmark = {
  title: `POST Anagrafica with a key, durable (a call: ${WRITES} writes; the service's over ${CONNECTIONS} connections)`,
  goal: 'at least 1.00 of a bare better-sqlite3 loop that commits the same four statements one by one',
  options: { roundMs: 1000 },
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-'));
    const bare = await openBare(join(folder, 'bare.sqlite'));
    const service = await startServiceProcess(join(folder, 'data.sqlite'));
    const load = await openLoad(service.url, CONNECTIONS);
    return {
      contenders: [
        { name: 'bare better-sqlite3, one commit a write', run: () => bare.write(WRITES) },
        {
          name: 'the service',
          run: () =>
            load.send(
              Array.from({ length: WRITES }, () => keyedRequest(service.headers)),
              201,
            ),
        },
      ],
      async close() {
        load.close();
        bare.close();
        await service.close();
        rmSync(folder, { recursive: true });
      },
    };
  },
};

function keyedRequest(headers: Readonly<Record<string, string>>): string {
  return requestText('POST', PATH, { ...headers, 'Idempotency-Key': randomUUID() }, DOCUMENT);
}

/**
 * The four statements of a creation with a key, on the service's own tables and with its own values: look up the key, and insert the object,
 * its event, and the key with its answer. The service wrote the rows once; the loop writes them again, under other keys.
 */
async function openBare(file: string): Promise<{ write(count: number): void; close(): void }> {
  await writeOnce(file);
  const database = new Database(file);
  database.pragma('locking_mode = EXCLUSIVE');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  const find = database.prepare('select fingerprint, answer_sealed from idempotency where account_id = ? and key = ? and expires_at > ?');
  const object = again(database, 'object', ['company_id', 'kind', 'concurrency_token', 'document']);
  const event = again(database, 'event', ['guid', 'company_id', 'type', 'origin', 'occurred_at', 'body']);
  const answer = again(database, 'idempotency', ['account_id', 'key', 'fingerprint', 'answer_sealed', 'expires_at']);
  const write = database.transaction(() => {
    const key = randomUUID();
    find.get(answer.row.account_id, key, Date.now());
    object.insert({});
    // Ascending with the time, like the service's own.
    event.insert({ guid: Date.now().toString(16).padStart(12, '0') + randomUUID().slice(12) });
    answer.insert({ key });
  });
  return {
    write(count) {
      for (let index = 0; index < count; index += 1) write();
    },
    close: () => database.close(),
  };
}

/** Has the service itself write one contact to the file. */
async function writeOnce(file: string): Promise<void> {
  const service = await startServiceProcess(file);
  const load = await openLoad(service.url, 1);
  await load.send([keyedRequest(service.headers)], 201);
  load.close();
  await service.close();
}

type Row = Readonly<Record<string, unknown>>;

/** The newest row of a table, and a statement that inserts it again with some values changed. */
function again(database: Database.Database, table: string, columns: readonly string[]): { row: Row; insert(changed: Row): void } {
  const row = database.prepare<[], Row>(`select ${columns.join(', ')} from ${table} order by rowid desc limit 1`).get();
  if (row === undefined) throw new Error(`The service wrote nothing to ${table}.`);
  const insertion = database.prepare(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map((name) => `@${name}`).join(', ')})`,
  );
  return { row, insert: (changed) => insertion.run({ ...row, ...changed }) };
}
