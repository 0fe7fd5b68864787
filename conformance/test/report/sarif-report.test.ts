import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { sarifReport } from '../../src/report/sarif-report.ts';
import { sampleFailure, sampleResult } from './sample-result.ts';

/** The published schema of SARIF 2.1.0. It is draft 4, which ajv does not know: `id` has another name, and patterns are not Unicode. */
const file = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
const { $schema: _draft, id: _address, ...schema } = JSON.parse(readFileSync(file, 'utf8'));
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
formats.default(ajv);
const validate = ajv.compile(schema);

const sample = { ...sampleResult(), describedIn: { file: 'config/staging.yaml', line: 3 } };
const log = JSON.parse(sarifReport(sample));
const [run] = log.runs;

function resultOf(ruleId: string): Record<string, unknown> {
  return run.results.find((result: Record<string, unknown>) => result.ruleId === ruleId);
}

describe('the SARIF report', () => {
  test('is SARIF 2.1.0 by its published schema', () => {
    validate(log);
    expect(validate.errors).toBeNull();
    validate({ ...log, version: '2.0.0' });
    expect(validate.errors).not.toBeNull();
  });

  test('holds the problems, and nothing else', () => {
    expect(run.results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(['COMP-03', 'IDEM-03']);
    expect(run.results.map(({ ruleIndex }: { ruleIndex: number }) => run.tool.driver.rules[ruleIndex].id)).toEqual(['COMP-03', 'IDEM-03']);
    expect(resultOf('IDEM-03')).toMatchObject({ kind: 'fail', level: 'error' });
  });

  test('points at a line of a file of the repository', () => {
    expect(resultOf('IDEM-03').locations).toMatchObject([
      { physicalLocation: { artifactLocation: { uri: 'config/staging.yaml' }, region: { startLine: 3 } } },
    ]);
  });

  test('points at the default file if no file describes the target', () => {
    const client = { ...sampleResult(), target: { role: 'client', command: 'shop', headerWord: 'Service' } as const };
    const [{ locations }] = JSON.parse(sarifReport(client)).runs[0].results;
    expect(locations).toMatchObject([{ physicalLocation: { artifactLocation: { uri: 'client.yaml' }, region: { startLine: 1 } } }]);
  });

  test('links each rule, and tells one failure of a rule from another by a fingerprint that no id or number changes', () => {
    expect(run.tool.driver.rules[1].helpUri).toBe('https://github.com/business-cloud/business-cloud/blob/main/specs/rules/idem.yaml');
    const fingerprint = (changes: Partial<typeof sampleFailure>): unknown => {
      const text = sarifReport(sampleResult({ 'IDEM-03': { outcome: 'fail', failure: { ...sampleFailure, ...changes } } }));
      return JSON.parse(text).runs[0].results[0].partialFingerprints['failure/v3'];
    };
    expect(fingerprint({ message: sampleFailure.message.replace('1', '2') })).toBe(fingerprint({}));
    expect(fingerprint({ actual: '500' })).not.toBe(fingerprint({}));
  });

  test('suppresses what is known to fail, and nothing else', () => {
    expect(resultOf('COMP-03')).toMatchObject({ kind: 'fail', suppressions: [{ kind: 'external', justification: 'ticket 4711' }] });
    expect(resultOf('IDEM-03')).not.toHaveProperty('suppressions');
  });
});
