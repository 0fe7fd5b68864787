import { expect, test } from 'vitest';
import type { PlacedProblem } from '../../../lint/contract.ts';
import { checkProblems } from '../../../lint/examples/check-problems.ts';
import { examplesFolder } from './examples-folder.ts';

const DOCUMENT = { components: { schemas: { Problem: { type: 'object', required: ['detail'] } } } };
const row: PlacedProblem = { at: 'problems.yaml:1', code: 'gone', status: 410, title: 'It is gone', retryable: false, raisedBy: 'handler' };
const good = { type: 'urn:business-cloud:problem:gone', code: 'gone', status: 410, title: 'It is gone', detail: 'Since May.' };

function findings(examples: Record<string, unknown>): number {
  return checkProblems(DOCUMENT, examplesFolder({ 'problem/gone': good, ...examples }), new Map([[row.code, row]])).length;
}

test('an example that says what the register says is accepted', () => {
  expect(findings({})).toBe(0);
});

test.each<[string, Record<string, unknown>]>([
  ['of another status', { 'problem/gone': { ...good, status: 404 } }],
  ['of another title', { 'problem/gone': { ...good, title: 'Away' } }],
  ['that breaks the schema', { 'problem/gone': { ...good, detail: undefined } }],
  ['whose code is not registered', { 'problem/away': { ...good, code: 'away' } }],
])('an example %s is refused', (_, examples) => {
  expect(findings(examples)).toBe(1);
});

test('a registered problem without an example is refused', () => {
  expect(
    checkProblems(
      DOCUMENT,
      examplesFolder({ 'problem/gone': good }),
      new Map([
        [row.code, row],
        ['lost', { ...row, code: 'lost' }],
      ]),
    ),
  ).toHaveLength(1);
});
