import { describe, expect, test } from 'vitest';
import type { AnswerCount, ConformanceResult, RuleResult } from '../../src/model/result.ts';
import { holdUps } from '../../src/report/hold-ups.ts';
import { nextStep } from '../../src/report/next-step.ts';
import { sampleFailure, sampleResult } from './sample-result.ts';

const first = { rule: 'COMP-06', method: 'POST', url: 'http://127.0.0.1:8080/api/v3/1/Anagrafica' };
const absent: readonly AnswerCount[] = [
  { operation: 'createAnagrafica', status: 403, times: 90, first },
  { operation: 'createAnagrafica', status: 501, times: 40, first },
  { operation: 'createWebhook', status: 404, times: 3, first },
  { operation: 'createWebhook', status: 201, times: 1, first },
  { operation: 'listWebhook', status: 500, times: 1, first },
];

const needs = (needed: RuleResult['needed']): Partial<RuleResult> => ({
  outcome: 'inconclusive',
  reason: 'why',
  ...(needed && { needed }),
});
const fails: Partial<RuleResult> = { outcome: 'fail', failure: { ...sampleFailure, expected: '403' } };
/** A rule that fails because its creation is answered with this status. */
function lacks(status: number, expected: string): Partial<RuleResult> {
  const [created] = sampleFailure.exchanges;
  if (created?.answer === undefined) throw new Error('the sample shows no creation');
  const call = { ...created.call, operation: 'createAnagrafica' } as const;
  return {
    outcome: 'fail',
    failure: { ...sampleFailure, expected, exchanges: [{ ...created, call, answer: { ...created.answer, status } }] },
  };
}

const run = (changes: Readonly<Record<string, Partial<RuleResult>>>, answers = absent): ConformanceResult => ({
  ...sampleResult(changes),
  answers,
});

describe('what holds up rules', () => {
  test('is an operation that never succeeded, with its status, those with the most rules first', () => {
    const result = run({
      'HOOK-06': needs('listWebhook'),
      'COMP-06': lacks(501, '2xx'),
      'IDEM-03': needs('createAnagrafica'),
      'HOOK-01': needs('createWebhook'),
    });
    const found = holdUps(result).map(({ operation, status, failed, open }) => [operation, status, failed.length, open.length]);
    expect(found).toEqual([
      ['createAnagrafica', 501, 1, 1],
      ['listWebhook', 500, 0, 1],
    ]);
  });

  test.for<[number, string, number]>([
    [501, '403', 1],
    [404, '2xx', 1],
    // A refused caller may get the same answer as for an absent object.
    [404, '403', 0],
    [200, '2xx', 0],
  ])('is no failure of another kind: answered %i where %s is demanded', ([status, expected, count]) => {
    expect(holdUps(run({ 'COMP-06': lacks(status, expected) }))).toHaveLength(count);
  });
});

describe('the next step', () => {
  test.for<[string, Readonly<Record<string, Partial<RuleResult>>>, RegExp | undefined]>([
    [
      'what holds up the most rules',
      { 'COMP-06': lacks(501, '2xx'), 'IDEM-03': needs('createAnagrafica'), 'SIG-02': fails },
      /^createAnagrafica \(501\) .* 2 /,
    ],
    ['then the first cause of what fails', { 'SIG-03': fails, 'SIG-02': fails, 'SIG-01': needs(undefined) }, /^SIG-02 .*SIG-03/],
    ['then why most rules are inconclusive', { 'SIG-01': needs(undefined), 'AUTH-05': { outcome: 'skip', lacks: 'no clock' } }, /why$/],
    [
      'then what the configuration lacks',
      { 'AUTH-05': { outcome: 'skip', lacks: 'no clock', reason: 'set controls.clock' } },
      /set controls.clock$/,
    ],
    ['nothing where a target is known to break a rule', { 'COMP-06': { ...lacks(501, '2xx'), known: 'ticket 1' } }, undefined],
    ['nothing where all is judged', {}, undefined],
  ])('is %s', ([, changes, expected]) => {
    const next = nextStep(run(changes));
    if (expected === undefined) expect(next).toBeUndefined();
    else expect(next).toMatch(expected);
  });
});
