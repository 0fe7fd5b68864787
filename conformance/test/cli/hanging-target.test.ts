import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
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

describe('before a service that never answers a removal', () => {
  test('service ends at the second Ctrl-C, and writes down what is left', async () => {
    const removing = Promise.withResolvers<void>();
    const service = await startFaultyService({
      fault: () => async (request, forward) => {
        if (request.method !== 'DELETE') return await forward(request);
        removing.resolve();
        return await new Promise(() => undefined);
      },
    });
    const { service: addresses, credentials, companies, receiver } = service.target;
    const config = join(folder, 'removals.yaml');
    // JSON is YAML.
    writeFileSync(config, JSON.stringify({ service: addresses, credentials, companies, receiver }));
    try {
      // So long that nothing but Ctrl-C ends the removal.
      const { child, ended } = start(
        folder,
        'service',
        '--config',
        config,
        '--rule',
        'EVT-01',
        '--budget',
        'quick',
        '--request-timeout',
        '1h',
      );
      const stopping = new Promise<void>((resolve) => child.stderr?.on('data', (text: string) => text.includes('Stopping') && resolve()));
      await removing.promise;
      child.kill('SIGINT');
      await stopping;
      child.kill('SIGINT');
      const { code, err } = await ended;
      expect(code).toBe(130);
      expect(err).toMatch(/conformance-\w+-left\.json/);
    } finally {
      await service.close();
    }
  });
});
