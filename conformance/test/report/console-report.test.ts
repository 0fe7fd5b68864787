import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { consoleReport } from '../../src/report/console-report.ts';
import { sampleResult } from './sample-result.ts';

const text = stripVTControlCharacters(consoleReport(sampleResult()));

describe('the console report', () => {
  test('begins with the failures, and ends with the counts and the verdict', () => {
    expect(text.trimStart()).toMatch(/^✗ IDEM-03 /);
    expect(text.split('\n').at(-1)).toMatch(/^does not conform: .*; broken: IDEM-03$/);
    expect(text.split('\n').at(-2)).toMatch(/^\d+ passed \(1 unexpectedly\), 2 failed \(1 known\), 1 skipped, 1 inconclusive, 1 errors$/);
  });

  test('shows the clause of a failure, what was expected and what came, the smallest case, and the command that judges it again', () => {
    expect(text).toContain('clause          Idempotency: Retry, same key');
    expect(text).toContain('expected        201');
    expect(text).toContain('smallest case   {"creation":contact,"rest":["nothing"]}');
    expect(text).toContain('again           business-cloud-conformance service --config staging.yaml --rule IDEM-03 --seed 7');
    expect(text).toContain('1. created the object in question');
  });

  test('says what a pass left unjudged', () => {
    expect(text).toMatch(
      /Passed, but judged only in part:\n {2}✓ COMP-07 {2}whether a company of another user is refused: set foreignCompany/,
    );
  });

  test('names what is known to fail and what passed unexpectedly, with the reasons of the baseline', () => {
    expect(text).toMatch(/Known to fail:\n {2}✗ COMP-03 {2}ticket 4711/);
    expect(text).toMatch(/Passed although the baseline says that they fail.*\n {2}✓ COMP-04 {2}was broken once/);
  });

  test('names what the run could not remove', () => {
    expect(text).toMatch(
      /Left at the target, because the run could not remove them: 1, and perhaps 2 more\n {2}createDocumento of company 1, id 7: deleteDocumento is answered 409\n {2}createWebhook: 2 calls got no answer/,
    );
  });
});
