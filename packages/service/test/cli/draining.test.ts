import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../harness/postgres-server.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';

let folder: string;
let service: ServiceProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'draining-'));
});
afterEach(async () => {
  await service?.kill();
  service = undefined;
  rmSync(folder, { recursive: true });
});

interface Addresses {
  readonly api: string;
  readonly monitor: string;
}

async function start(...flags: string[]): Promise<Addresses> {
  const [port, monitorPort] = [await freePort(), await freePort()];
  const store = ['--database', join(folder, 'data.sqlite'), '--log-level', 'silent'];
  service = await startProcess(['start', '--port', String(port), '--monitor-port', String(monitorPort), ...store, ...flags]);
  return { api: `http://127.0.0.1:${port}/api/v3/config/Azienda`, monitor: `http://127.0.0.1:${monitorPort}` };
}

interface Reply {
  readonly status: number | undefined;
  readonly connection: string | undefined;
}

/** Asks on a connection of its own; undefined when nobody answers. */
function ask(url: string): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    request(url, { agent: false, headers: { Connection: 'keep-alive' } })
      .on('error', () => resolve(undefined))
      .on('response', (answer) => {
        answer.resume().on('close', () => resolve({ status: answer.statusCode, connection: answer.headers.connection }));
      })
      .end();
  });
}

/** Sends while the service says that it is ready, as a balancer does; counts what was refused. */
async function balance({ api, monitor }: Addresses): Promise<{ readonly answered: number; readonly refused: number }> {
  let [answered, refused] = [0, 0];
  while ((await ask(`${monitor}/health/ready`))?.status === 200) {
    if ((await ask(api)) === undefined) refused += 1;
    else answered += 1;
  }
  return { answered, refused };
}

test('who stops sending when the service is not ready meets no refused connection', async () => {
  const addresses = await start('--drain-seconds', '3600');
  const balancing = Promise.all(Array.from({ length: 8 }, () => balance(addresses)));
  for (let count = 0; count < 20; count += 1) await ask(addresses.api);
  service?.signal('SIGTERM');
  const balanced = await balancing;
  expect(balanced.reduce((sum, { refused }) => sum + refused, 0)).toBe(0);
  expect(balanced.reduce((sum, { answered }) => sum + answered, 0)).toBeGreaterThan(0);

  // Whoever still comes is served, and told to come elsewhere next time.
  const late = await Promise.all(Array.from({ length: 50 }, () => ask(addresses.api)));
  expect(late).toEqual(Array(50).fill({ status: 401, connection: 'close' }));
  expect(await Promise.all(['live', 'ready'].map(async (name) => (await ask(`${addresses.monitor}/health/${name}`))?.status))).toEqual([
    200, 503,
  ]);
  expect((await ask(`${addresses.monitor}/metrics`))?.status).toBe(200);

  // A second signal ends the wait.
  service?.signal('SIGTERM');
  expect(await service?.ended).toBe(0);
  expect(await ask(addresses.api)).toBeUndefined();
});

test.for([
  ['SIGTERM', ['--drain-seconds', '0']],
  ['SIGTERM', ['--drain-seconds', '1']],
  ['SIGINT', ['--drain-seconds', '3600']],
] as const)('%s with %s ends with exit code 0', async ([signal, flags]) => {
  const { api } = await start(...flags);
  expect((await ask(api))?.status).toBe(401);
  service?.signal(signal);
  expect(await service?.ended).toBe(0);
});
