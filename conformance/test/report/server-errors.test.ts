import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { type ReporterKind, reporterKinds } from '../../src/cli/options.ts';
import { render } from '../../src/cli/reporter.ts';
import type { AnswerCount } from '../../src/model/result.ts';
import { serverErrors } from '../../src/report/hold-ups.ts';
import { sampleResult } from './sample-result.ts';

const answers = [count('createArticolo', 501, 90), count('createAnagrafica', 201, 40), count('createAnagrafica', 500, 4)];
const result = { ...sampleResult({}), answers };

function count(operation: AnswerCount['operation'], status: number, times: number): AnswerCount {
  return { operation, status, times, first: { rule: 'COMP-06', method: 'POST', url: `http://127.0.0.1:8080/of-${operation}-${status}` } };
}

/** A HAR file shows every answer anyway. */
const kinds = reporterKinds.filter((kind): kind is Exclude<ReporterKind, 'har'> => kind !== 'har');

describe('answers with 5xx', () => {
  test.for(kinds)('are counted by operation with an example and its rule: %s', (kind) => {
    const text = stripVTControlCharacters(render(kind, result)).replaceAll(/&#\d+;/g, '_');
    expect(text).toMatch(/createAnagrafica[\s\S]{1,30}500[\s\S]{1,60}\b4\b[\s\S]*of-createAnagrafica-500/);
    expect(text).toContain('COMP-06');
  });

  test.for(kinds)('are not named where there are none: %s', (kind) => {
    expect(render(kind, { ...result, answers: answers.slice(1, 2) })).not.toContain('of-createAnagrafica-500');
  });

  test('name broken operations before missing ones', () => {
    expect(serverErrors(result).map(({ status }) => status)).toEqual([500, 501]);
  });
});
