import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { RuleResult } from '../../src/model/result.ts';
import { jsonReport } from '../../src/report/json-report.ts';
import { sampleFailure, sampleResult } from '../report/sample-result.ts';
import { runIn } from './command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-compare-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function saved(file: string, changes: Readonly<Record<string, Partial<RuleResult>>>): string {
  writeFileSync(join(folder, file), jsonReport(sampleResult(changes)));
  return file;
}

const failing = (message: string): Partial<RuleResult> => ({ outcome: 'fail', failure: { ...sampleFailure, message } });

describe('business-cloud-conformance compare', () => {
  test('names new failures, changed failures, fixed rules and other changes, and fails for the first two', async () => {
    const before = saved('before.json', { 'AUTH-01': failing('a'), 'AUTH-03': failing('b'), 'SIG-01': { outcome: 'skip', reason: 'x' } });
    const after = saved('after.json', {
      'AUTH-03': failing('c'),
      'IDEM-03': failing('d'),
      'SIG-01': { outcome: 'inconclusive', reason: 'y' },
    });
    const { code, out } = await runIn(folder, 'compare', before, after);
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual([
      'New failures:',
      '  IDEM-03  pass -> fail: d',
      'Failures that changed:',
      '  AUTH-03  fail -> fail: c',
      'Fixed:',
      '  AUTH-01  fail -> pass',
      'Other changes:',
      '  SIG-01   skip -> inconclusive: y',
      '',
    ]);
  });

  test('succeeds if the same failures come again', async () => {
    const report = saved('same.json', { 'AUTH-01': failing('a') });
    expect(await runIn(folder, 'compare', report, report)).toMatchObject({ code: 0, out: 'Nothing changed.\n' });
  });

  test.for<[readonly string[], RegExp]>([
    [['same.json'], /AFTER is missing/],
    [['same.json', 'none.json'], /none\.json: cannot be read \(ENOENT\)/],
    [['same.json', 'other.json'], /other\.json: is not a JSON report/],
  ])('says in one sentence what it cannot compare: %j', async ([args, expected]) => {
    saved('same.json', {});
    writeFileSync(join(folder, 'other.json'), '{"rules": 1}');
    expect(await runIn(folder, 'compare', ...args)).toMatchObject({ code: 2, err: expect.stringMatching(expected) });
  });
});
