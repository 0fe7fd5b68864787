import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readArrivals, TURNS_MAX } from '../../src/model/arrivals.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { IN_MEMORY } from '../../src/store/sqlite/sqlite.ts';

let server: Server;
let port: number;
const accepted: Socket[] = [];

beforeEach(async () => {
  server = createServer((socket) => {
    // Clients that end at once may reset their connections.
    accepted.push(socket.on('error', () => undefined));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterEach(() => {
  for (const socket of accepted.splice(0)) socket.destroy();
  server.close();
});

/** Connects from another process, and returns when all are connected: meanwhile this one accepts nobody. */
function connectMany(count: number): void {
  const client = `
    let connected = 0;
    for (let i = 0; i < ${count}; i += 1)
      require('node:net').connect(${port}, '127.0.0.1', () => { if (++connected === ${count}) process.exit(); });
  `;
  execFileSync(process.execPath, ['-e', client]);
}

test('every client that connects while a group commits is accepted before the next one does', async () => {
  const database = await openDatabase(IN_MEMORY);
  const next = await database.units.run(async () => {
    connectMany(20);
    return { acceptedMeanwhile: accepted.length, accepted: database.units.run(async () => accepted.length) };
  });
  expect(next.acceptedMeanwhile).toBe(0);
  expect(await next.accepted).toBe(20);
  await database.close();
});

test('clients that connect without end are not waited for', async () => {
  const clients: Socket[] = [];
  const connectAgain = (): void => void clients.push(connect(port, '127.0.0.1').on('error', () => undefined));
  server.on('connection', connectAgain);
  connectAgain();
  await once(server, 'connection');
  await readArrivals();
  server.off('connection', connectAgain);
  for (const client of clients) client.destroy();
  expect(accepted.length).toBeGreaterThan(1);
  expect(accepted.length).toBeLessThanOrEqual(TURNS_MAX + 1);
});

test('whoever waits together goes on together', async () => {
  connectMany(20);
  await once(server, 'connection');
  const seen = [readArrivals(), readArrivals()].map((read) => read.then(() => accepted.length));
  expect(await Promise.all(seen)).toEqual([20, 20]);
});
