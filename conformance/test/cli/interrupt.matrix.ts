import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseTarget } from '../../src/config/parse.ts';
import type { Target } from '../../src/model/target.ts';
import { type ReferenceService, startReferenceService } from '../reference/reference-service.ts';
import { type Run, start } from './command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-interrupt-'));
let reference: ReferenceService;
let target: Target;
/** The headers of every call, without a license key. */
let admitted: Readonly<Record<string, string>>;

beforeAll(async () => {
  reference = await startReferenceService();
  target = parseTarget(readFileSync(reference.config, 'utf8'), reference.config);
  const { service, credentials } = target;
  const keys = { 'X-Service-ApiKey': credentials.apiKey, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ UserName: credentials.userName, Password: credentials.password });
  // Only once, because checking a password is slow.
  const { headers } = await fetch(`${service.adminUrl}/api/v3/authenticate`, { method: 'POST', headers: keys, body });
  admitted = { ...keys, Authorization: `Bearer ${headers.get('X-Token')}` };
});

afterAll(async () => {
  await reference.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What a run has created at the service and not removed, as text. */
async function traces(): Promise<readonly string[]> {
  const { service, companies } = target;
  const found: string[] = [];
  for (const { id, licenseKey } of companies) {
    for (const path of [`${id}/Anagrafica?limit=500`, 'config/webhook?limit=500']) {
      const headers = { ...admitted, 'X-Service-LicenseKey': licenseKey };
      const list = (await (await fetch(`${service.customerUrl}/api/v3/${path}`, { headers })).json()) as readonly unknown[];
      found.push(...list.map((entry) => JSON.stringify(entry)).filter((entry) => entry.includes('conformance-')));
    }
  }
  return found;
}

/** Waits until something that a run has created exists. @throws Error if the run ends before */
async function untilTraced(ended: Promise<Run>): Promise<void> {
  const early = ended.then(({ code, out, err }) => Promise.reject(new Error(`the run ended too early, with exit ${code}: ${out}${err}`)));
  while ((await traces()).length === 0) await Promise.race([sleep(50), early]);
  early.catch(() => {});
}

/** The service does not trust the certificate, so a check waits for its delivery until the time is over. */
const unreached = ['--receiver.caFile', join(folder, 'other.pem'), '--timing.deliveryWithinMs', '86400000'];

describe('Ctrl-C', () => {
  beforeEach(async () => expect(await traces(), 'left by an earlier test').toEqual([]));

  // None of these rules issues a documento, which could not be removed.
  test.for([
    ['a run that sends without a pause', ['--rule', 'CONC-*', '--budget', 'thorough']],
    ['a look for a delivery that waits', ['--rule', 'HOOK-03', ...unreached]],
    ['a check that waits', ['--rule', 'HOOK-03', ...unreached, '--allow', 'inconclusive']],
    ['a run that is held back', ['--rule', 'CONC-*', '--rate', '10']],
  ] as const)('ends %s, and removes what it created', async ([, args]) => {
    const { child, ended } = start(folder, 'service', '--config', reference.config, '--reporter', 'json', ...args);
    await untilTraced(ended);
    child.kill('SIGINT');
    const { code, out, err } = await ended;
    expect(code).toBe(2);
    expect(err).toContain('removing what the run created');
    const reasons = JSON.parse(out).rules.map(({ reason }: { reason: string }) => reason);
    expect(reasons.some((reason: string | null) => reason?.startsWith('the run was stopped'))).toBe(true);
    expect(await traces()).toEqual([]);
  });

  test('twice ends the run at once, and writes a file for clean', async () => {
    const { child, ended } = start(
      folder,
      'service',
      '--config',
      reference.config,
      '--rule',
      'CONC-*',
      '--budget',
      'thorough',
      '--rate',
      '20',
    );
    const stopping = new Promise<void>((resolve) => child.stderr?.on('data', (text: string) => text.includes('Stopping') && resolve()));
    await untilTraced(ended);
    child.kill('SIGTERM');
    await stopping;
    child.kill('SIGINT');
    const { code, err } = await ended;
    expect(code).toBe(130);
    const [file = ''] = /conformance-\w+-left\.json/.exec(err) ?? [];
    expect((await traces()).length).toBeGreaterThan(0);
    const cleaned = await start(folder, 'clean', file, '--config', reference.config).ended;
    expect(cleaned).toMatchObject({ code: 0, out: expect.stringMatching(/^Removed \d+\.\n$/) });
    expect(await traces()).toEqual([]);
    expect(existsSync(join(folder, file))).toBe(false);
  });

  test('is not needed if --max-time ends the run', async () => {
    // With so few requests a second, no machine finishes the run earlier.
    const args = ['--rule', 'CONC-*', '--budget', 'thorough', '--rate', '10', '--max-time', '3s'];
    const { code, out } = await start(folder, 'service', '--config', reference.config, ...args).ended;
    expect(code).toBe(2);
    expect(out).toContain('cannot be told: the run took longer than --max-time 3s');
    expect(await traces()).toEqual([]);
  });
});
