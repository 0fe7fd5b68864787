import { describe, expect, test } from 'vitest';
import { githubReport } from '../../src/report/github-report.ts';
import { sampleFailure, sampleResult } from './sample-result.ts';

describe('the report for GitHub Actions', () => {
  test('annotates what failed as an error and what could not be judged as a warning, and nothing else', () => {
    const lines = githubReport(sampleResult()).split('\n');
    expect(lines.map((line) => line.split('::', 2)[1])).toEqual([
      'warning title=HDR-07 error',
      'error title=IDEM-03 failed',
      'warning title=SIG-01 inconclusive',
      undefined,
    ]);
  });

  test('says in one line what was expected, what came, and how to see it again', () => {
    const line = githubReport(sampleResult({ 'IDEM-03': { outcome: 'fail', failure: sampleFailure } }));
    expect(line).toContain('%0AExpected: 201%0AActual: 200 ');
    expect(line).toContain('%0AAgain: business-cloud-conformance service --config staging.yaml --rule IDEM-03 --seed 7\n');
  });

  test('lets nothing that a target answers become a command', () => {
    const actual = '200\r\n::error::forged\n::set-output name=a::b%0A';
    const report = githubReport(sampleResult({ 'IDEM-03': { outcome: 'fail', failure: { ...sampleFailure, actual } } }));
    expect(report.trimEnd().split('\n')).toHaveLength(1);
    expect(report).toContain('200\\u000d%0A::error::forged%0A::set-output name=a::b%250A');
  });
});
