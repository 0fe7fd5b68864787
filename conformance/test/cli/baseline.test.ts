import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readBaseline, updateBaseline } from '../../src/cli/baseline-file.ts';
import { ConfigurationError } from '../../src/model/configuration-error.ts';
import { sampleResult } from '../report/sample-result.ts';
import { type Run, runIn } from './command-line.ts';
import { type FaultyTarget, startTarget } from './faulty-target.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-baseline-'));
const file = join(folder, 'known.yaml');

beforeEach(() => rmSync(file, { force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a baseline file', () => {
  test('adds failures, removes passes, and keeps reasons, comments and rules that were not judged', () => {
    const entry = (reason: string, more = ''): string => `{ failures: ['ba9876543210'], reason: ${reason}${more} }`;
    writeFileSync(
      file,
      `# ours\nknownFailures:\n  COMP-03: ${entry('ticket 4711', ', owner: web, expires: 2027-01-31')} # since May\n  COMP-04: ${entry('mended')}\n  SIG-01: ${entry('not seen')}\n`,
    );
    updateBaseline(file, sampleResult());
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('# ours');
    expect(text).toContain('# since May');
    expect([...readBaseline(file)]).toEqual([
      ['COMP-03', { failures: ['ba9876543210', '0123456789ab'], reason: 'ticket 4711', owner: 'web', expires: '2027-01-31' }],
      ['SIG-01', { failures: ['ba9876543210'], reason: 'not seen' }],
      ['IDEM-03', { failures: ['0123456789ab'], reason: 'Retry 1 with the same key (contact) must return the original status.' }],
    ]);
    updateBaseline(file, sampleResult());
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('is created with a comment that explains it', () => {
    updateBaseline(file, sampleResult());
    expect(readFileSync(file, 'utf8')).toMatch(/^# Rules that this target is known to break/);
    expect([...readBaseline(file).keys()].toSorted()).toEqual(['COMP-03', 'IDEM-03']);
  });

  test.for([
    ['a rule that there is not', 'knownFailures: { IDEM-99: { reason: x } }'],
    ['no mapping', 'knownFailures: [IDEM-03]'],
    ['a list alone', '- IDEM-03'],
    ['a misspelt member', 'knownFailure: { IDEM-03: { reason: x } }'],
    ['broken YAML', 'knownFailures: {'],
    ['a reason alone', 'knownFailures: { IDEM-03: ticket 12 }'],
    ['a misspelt part of an entry', 'knownFailures: { IDEM-03: { reasons: x } }'],
    ['a day that there is not', 'knownFailures: { IDEM-03: { reason: x, expires: 2027-13-01 } }'],
    ['fingerprints that are no texts', 'knownFailures: { IDEM-03: { reason: x, failures: 12 } }'],
  ] as const)('is refused with a sentence when it holds %s', ([, text]) => {
    writeFileSync(file, text);
    expect(() => readBaseline(file)).toThrow(ConfigurationError);
  });
});

describe('business-cloud-conformance service', () => {
  let faulty: FaultyTarget;
  beforeAll(async () => {
    faulty = await startTarget(folder, 'AUTH-08-no-api-key-at-the-door');
  });
  afterAll(() => faulty.close());

  function judge(...args: readonly string[]): Promise<Run> {
    return runIn(folder, 'service', '--config', faulty.config, '--rule', 'AUTH-07', '--rule', 'AUTH-08', ...args);
  }

  test('does not fail for known failures, reports them, and names an unexpected pass', async () => {
    expect((await judge('--baseline', file, '--update-baseline')).code).toBe(1);
    const [[, { failures }] = ['', { failures: [] }]] = [...readBaseline(file)];
    const passing = `  AUTH-07: { failures: [], reason: ticket 11 }`;
    const entry = (more: string): string =>
      `knownFailures:\n  AUTH-08: { failures: ${JSON.stringify(failures)}, reason: ticket 12${more} }\n`;
    writeFileSync(file, `${entry(', owner: payments')}${passing}\n`);
    const known = await judge('--baseline', file);
    expect(known.code).toBe(0);
    expect(known.out).toMatch(/Known to fail:\n.*AUTH-08 +ticket 12 \(payments\)/);
    expect(known.out).toMatch(/Passed although the baseline says that they fail.*\n.*AUTH-07 +ticket 11/);
    expect(known.out.trimEnd().split('\n').at(-1)).toMatch(/^conforms, but for 1 known to fail: /);
    expect(known.out.trimEnd().split('\n').at(-2)).toMatch(/^1 passed \(1 unexpectedly\), 1 failed \(1 known\)/);
    expect((await judge('--baseline', file, '--fail-on', 'stale')).code).toBe(1);
    expect((await judge('--baseline', file, '--update-baseline')).code).toBe(0);
    expect([...readBaseline(file).keys()]).toEqual(['AUTH-08']);
    writeFileSync(file, entry(', expires: 2026-01-31'));
    expect((await judge('--baseline', file)).code).toBe(1);
  });

  test('fails for another failure of a rule that the baseline names', async () => {
    writeFileSync(file, "knownFailures: { AUTH-08: { failures: ['ba9876543210'], reason: ticket 12 } }");
    const { code, out } = await judge('--baseline', file);
    expect(code).toBe(1);
    expect(out).toMatch(/the baseline lists other failures of this rule, but not [0-9a-f]{12}: ticket 12/);
  });

  test('needs a baseline that it does not make itself', async () => {
    const { code, err } = await judge('--baseline', 'absent.yaml');
    expect(code).toBe(2);
    expect(err).toContain('absent.yaml cannot be read (ENOENT)');
  });
});
