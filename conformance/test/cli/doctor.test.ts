import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReferenceService, startReferenceService } from '../reference/reference-service.ts';
import { type Run, runAsProcess, runIn } from './command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-doctor-'));
let reference: ReferenceService;

beforeAll(async () => {
  reference = await startReferenceService();
});

afterAll(async () => {
  await reference.stop();
  rmSync(folder, { recursive: true, force: true });
});

function doctor(...args: readonly string[]): Promise<Run> {
  return runIn(folder, 'doctor', '--config', reference.config, ...args);
}

describe('business-cloud-conformance doctor', () => {
  test('finds nothing to correct at the reference service', async () => {
    const { code, out } = await runAsProcess(folder, 'doctor', '--config', reference.config);
    expect(out).toContain('✓ certificate trust and one delivery');
    expect(out).not.toMatch(/^[✗?]/m);
    expect(code).toBe(0);
  });

  test('ends as a process with what is to be corrected and exit status 2', async () => {
    const { code, out } = await runAsProcess(folder, 'doctor', '--config', reference.config, '--companies.1.licenseKey', 'wrong');
    expect(out).toMatch(/✗ company 2: companies\[1\]/);
    expect(code).toBe(2);
  });

  test.for([
    [
      'a certificate that is not trusted',
      ['--receiver.caFile', join(folder, 'other.pem'), '--timing.deliveryWithinMs', '6000'],
      /✗ certificate trust and one delivery: .*it does not trust the certificate; make it trust .*other\.pem/,
    ],
    [
      'an address that leads nowhere',
      ['--receiver.publicUrl', 'https://localhost:9', '--timing.deliveryWithinMs', '6000'],
      /✗ certificate trust and one delivery: .*nothing connected to 127\.0\.0\.1:\d{4,5}: https:\/\/localhost:9 cannot be reached from here either \(ECONNREFUSED\)/,
    ],
    [
      'a wrong password',
      ['--credentials.password', 'wrong'],
      /✗ Admin API and credentials: credentials\.userName and credentials\.password/,
    ],
    ['a wrong license key', ['--companies.1.licenseKey', 'wrong'], /✗ company 2: companies\[1\]/],
    [
      "another user's wrong password",
      ['--otherUser.password', 'wrong'],
      /✗ the other user: otherUser\.userName and otherUser\.password are refused: authenticate answers 401/,
    ],
    ['a Customer API that is not there', ['--service.customerUrl', 'http://127.0.0.1:9'], /✗ Customer API: service\.customerUrl/],
    ['a clock that is none', ['--controls.clock', 'http://127.0.0.1:9/clock'], /✗ clock control: controls\.clock/],
  ] as const)('finds %s, says what to do, and goes on', async ([, args, expected]) => {
    const { code, out } = await doctor(...args);
    expect(out).toMatch(expected);
    expect(out).toMatch(/· receiver|certificate trust and one delivery/);
    expect(code).toBe(2);
  });

  test('names what the configuration leaves unjudged, and goes on', async () => {
    const { code, out } = await doctor('--controls.clock', 'null', '--surface.documentoEmit', 'null');
    expect(out).toMatch(/· controls\.clock: none/);
    expect(out).toMatch(/· surface: the target has no documentoEmit/);
    expect(code).toBe(0);
  });

  test('names what it could not remove', async () => {
    const { code, out } = await doctor('--surface.anagraficaDelete', 'null');
    expect(out).toMatch(/· left at the target: createAnagrafica of company 1, id \d+: .*surface\.anagraficaDelete/);
    expect(code).toBe(0);
  });
});
