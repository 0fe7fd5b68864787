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
    const service = await startServiceProcess(join(folder, 'data.sqlite'));
    const load = await openLoad(service.url, CONNECTIONS);
    const bare = openBare(join(folder, 'bare.sqlite'));
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

/** The four statements of a keyed creation: look the key up, insert the object, its event, and the key with its answer. */
function openBare(file: string): { write(count: number): void; close(): void } {
  const database = new Database(file);
  database.pragma('locking_mode = EXCLUSIVE');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.exec(`create table object (id integer primary key, company_id integer, kind text, concurrency_token integer, document text);
    create table event (sequence integer primary key, guid text unique, company_id integer, type text, body text);
    create table idempotency (account_id text, key text, fingerprint text, answer text, expires_at integer, primary key (account_id, key))`);
  const find = database.prepare('select answer from idempotency where account_id = ? and key = ?');
  const insert = database.prepare("insert into object (company_id, kind, concurrency_token, document) values (1, 'Anagrafica', 1, ?)");
  const record = database.prepare("insert into event (guid, company_id, type, body) values (?, 1, 'Anagrafica.Create', ?)");
  const keep = database.prepare("insert into idempotency values ('demo', ?, 'fingerprint', ?, 1)");
  const write = database.transaction(() => {
    const key = randomUUID();
    find.get('demo', key);
    insert.run(DOCUMENT);
    record.run(randomUUID(), DOCUMENT);
    keep.run(key, DOCUMENT);
  });
  return {
    write(count) {
      for (let index = 0; index < count; index += 1) write();
    },
    close: () => database.close(),
  };
}
