import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { start } from './command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-hanging-'));
/** Takes every request, and answers none. */
const server = createServer(() => arrived());
let arrived: () => void = () => undefined;
let address = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const described = [
  '--credentials.userName',
  'u',
  '--credentials.password',
  'p',
  '--credentials.apiKey',
  'k',
  '--companies.0.id',
  '1',
  '--companies.0.licenseKey',
  'l',
];

describe('before a target that takes requests and answers none', () => {
  test.for<[command: string, signal: NodeJS.Signals, code: number]>([
    ['service', 'SIGINT', 2],
    ['service', 'SIGHUP', 129],
    ['doctor', 'SIGINT', 2],
  ])('%s ends at %s, and does not wait for an answer', async ([command, signal, code]) => {
    const asked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const timeout = command === 'service' ? ['--request-timeout', '1h'] : [];
    const { child, ended } = start(folder, command, '--target', address, ...described, ...timeout);
    await asked;
    child.kill(signal);
    expect((await ended).code).toBe(code);
  });

  test('service says so once an answer has taken too long', async () => {
    const { code, err } = await start(folder, 'service', '--target', address, ...described, '--request-timeout', '200ms').ended;
    expect(code).toBe(2);
    expect(err).toMatch(/it takes the connection and says nothing/);
  });
});
