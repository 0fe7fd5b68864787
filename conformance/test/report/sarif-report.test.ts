import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { sarifReport } from '../../src/report/sarif-report.ts';
import { sampleResult } from './sample-result.ts';
import { sarifSchema } from './sarif-schema.ts';

const validate = new Ajv2020({ strict: true, strictRequired: false, allErrors: true }).compile(sarifSchema);
const log = JSON.parse(sarifReport(sampleResult()));
const [run] = log.runs;

function resultOf(ruleId: string): Record<string, unknown> {
  return run.results.find((result: Record<string, unknown>) => result.ruleId === ruleId);
}

describe('the SARIF report', () => {
  test('is SARIF 2.1.0', () => {
    validate(log);
    expect(validate.errors).toBeNull();
  });

  test('points each result at its rule', () => {
    const wrong = run.results.filter(
      ({ ruleId, ruleIndex }: { ruleId: string; ruleIndex: number }) => run.tool.driver.rules[ruleIndex].id !== ruleId,
    );
    expect(wrong).toEqual([]);
    expect(run.results).toHaveLength(sampleResult().rules.length);
  });

  test('says of each outcome what kind of result it is', () => {
    expect(resultOf('AUTH-01')).toMatchObject({ kind: 'pass', level: 'none' });
    expect(resultOf('IDEM-03')).toMatchObject({ kind: 'fail', level: 'error' });
    expect(resultOf('AUTH-10')).toMatchObject({ kind: 'notApplicable', level: 'none' });
    expect(resultOf('SIG-01')).toMatchObject({ kind: 'open', level: 'none' });
    expect(resultOf('HDR-07')).toMatchObject({ kind: 'review', level: 'none' });
  });

  test('suppresses what is known to fail, and nothing else', () => {
    expect(resultOf('COMP-03')).toMatchObject({ kind: 'fail', suppressions: [{ kind: 'external', justification: 'ticket 4711' }] });
    expect(resultOf('IDEM-03')).not.toHaveProperty('suppressions');
  });
});
