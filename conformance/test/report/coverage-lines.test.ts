import { expect, test } from 'vitest';
import { coverageLines } from '../../src/report/coverage-lines.ts';
import { htmlReport } from '../../src/report/html/html-report.ts';
import { jsonReport } from '../../src/report/json-report.ts';
import { sampleResult } from './sample-result.ts';

const result = sampleResult({
  'AUTH-03': { coverage: { getArticolo: 3, listArticolo: 0 } },
  'AUTH-04': { coverage: { listArticolo: 0 } },
  'AUTH-05': { outcome: 'skip', reason: 'no clock', coverage: { emitDocumento: 0 } },
});

test('the console counts the pairs of the judged rules, and names those that were never exercised with --verbose', () => {
  const all = result.rules.filter(({ outcome }) => outcome !== 'skip').flatMap(({ coverage }) => Object.keys(coverage)).length;
  expect(coverageLines(result.rules, false)).toHaveLength(2);
  expect(coverageLines(result.rules, true)).toEqual([
    '',
    `Exercised ${all - 2} of ${all} pairs of a rule and one of its operations or event types.`,
    '  never listArticolo: AUTH-03 AUTH-04',
  ]);
});

test('a run in which nothing was judged has no such lines', () => {
  const rules = result.rules.map((rule) => ({ ...rule, outcome: 'skip' as const }));
  expect(coverageLines(rules, true)).toEqual([]);
});

test('the JSON report says for each rule and operation how often it was exercised', () => {
  const report = JSON.parse(jsonReport(result)) as { coverage: Record<string, unknown>; rules: Record<string, unknown>[] };
  expect(report.coverage['AUTH-03']).toEqual({ getArticolo: 3, listArticolo: 0 });
  expect(report.rules.some((rule) => 'coverage' in rule)).toBe(false);
});

test('the page has a row for each rule, and marks what was never exercised', () => {
  const page = htmlReport(result);
  expect(page).toContain('<td class="never">0</td>');
  expect(page).toContain('<a href="#AUTH-04">AUTH-04</a>');
});
