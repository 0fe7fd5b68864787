import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Request } from '../../mutants/mutant.ts';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { start } from './command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-hanging-'));
/** Accepts every request, and answers none. */
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

  test('service says so when an answer has taken too long', async () => {
    const { code, err } = await start(folder, 'service', '--target', address, ...described, '--request-timeout', '200ms').ended;
    expect(code).toBe(2);
    expect(err).toMatch(/it accepts the connection but does not answer/);
  });
});

/** Starts a service that is slow to remove some objects, and writes its description. Resolves when the first such removal arrives. */
async function startSlow(isSlow: (request: Request) => boolean, takes: () => Promise<unknown>) {
  const removing = Promise.withResolvers<void>();
  const service = await startFaultyService({
    fault: () => async (request, forward) => {
      // Before the run, the suite looks for operations with unknown ids. Those are not removals.
      if (request.method !== 'DELETE' || /\/\d{9,}$/.test(request.path) || !isSlow(request)) return await forward(request);
      removing.resolve();
      await takes();
      return await forward(request);
    },
  });
  const { service: addresses, credentials, companies, receiver } = service.target;
  const config = join(folder, 'removals.yaml');
  // JSON is YAML.
  writeFileSync(config, JSON.stringify({ service: addresses, credentials, companies, receiver }));
  return { config, removing: removing.promise, close: service.close };
}

const briefly = ['--rule', 'EVT-01', '--budget', 'quick'];

describe('before a service that never answers a removal', () => {
  test('service ends at the second Ctrl-C, and writes down what is left', async () => {
    const { config, removing, close } = await startSlow(
      () => true,
      () => new Promise(() => undefined),
    );
    try {
      // So long that only Ctrl-C ends the removal.
      const { child, ended } = start(folder, 'service', '--config', config, ...briefly, '--request-timeout', '1h');
      const stopping = new Promise<void>((resolve) => child.stderr?.on('data', (text: string) => text.includes('Stopping') && resolve()));
      await removing;
      child.kill('SIGINT');
      await stopping;
      child.kill('SIGINT');
      const { code, err } = await ended;
      expect(code).toBe(130);
      expect(err).toMatch(/conformance-\w+-left\.json/);
    } finally {
      await close();
    }
  });
});

describe('before a service that takes a minute over each removal of a contact', () => {
  test('service ends at one Ctrl-C once every rule was judged, reports, and writes down what is left', async () => {
    // The run removes contacts after the last rule, and webhooks before.
    const { config, removing, close } = await startSlow(
      ({ operation }) => operation === 'deleteAnagrafica',
      () => sleep(60_000, undefined, { ref: false }),
    );
    try {
      const { child, ended } = start(
        folder,
        'service',
        '--config',
        config,
        '--rule',
        'COMP-06',
        '--budget',
        'quick',
        '--reporter',
        'console',
        '--reporter',
        'json=judged.json',
      );
      await removing;
      // The report is written before the removal.
      expect(JSON.parse(readFileSync(join(folder, 'judged.json'), 'utf8'))).toMatchObject({ conclusion: { verdict: 'conforms' } });
      child.kill('SIGINT');
      const { code, out, err } = await ended;
      expect(code).toBe(130);
      expect(out).toContain('conforms: 1 of 1 rules');
      expect(err).not.toContain('to end at once');
      const [file = ''] = /conformance-\w+-left\.json/.exec(err) ?? [];
      const { left } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      expect(left).toContainEqual(expect.objectContaining({ operation: 'createAnagrafica' }));
    } finally {
      await close();
    }
  });
});
