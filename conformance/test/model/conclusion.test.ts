import { describe, expect, test } from 'vitest';
import { conclude, type Strictness, UNOBSERVABLE } from '../../src/model/conclusion.ts';
import type { Profile, RuleResult } from '../../src/model/result.ts';
import { UNBOUND } from '../../src/model/verdict.ts';

const plain = {
  clause: '',
  statement: '',
  reason: null,
  runs: 1,
  requests: 1,
  durationMs: 1,
  coverage: {},
  level: 'stated',
  role: 'service',
} as const;

/** Results of rules and so on, written as `outcome` or `outcome: what is missing`. */
function results(...texts: readonly string[]): readonly RuleResult[] {
  return texts.map((text, index) => {
    const [outcome = 'pass', lacks] = text.split(': ');
    return { ...plain, id: `R-${index + 1}`, outcome, ...(lacks !== undefined && { lacks }) } as unknown as RuleResult;
  });
}

function verdict(texts: readonly string[], strictness: Strictness = {}): string {
  return conclude(results(...texts), 'stated', strictness).verdict;
}

describe('a run', () => {
  test.for<[string, readonly string[], string]>([
    ['every rule was judged and holds', ['pass', 'pass'], 'conforms'],
    ['what was skipped is what the configuration says is lacking', ['pass', 'skip: no clock'], 'conforms'],
    ['one rule is broken, whatever else happened', ['pass', 'fail', 'error', 'inconclusive'], 'does not conform'],
    ['anything is inconclusive', ['pass', 'inconclusive'], 'cannot be told'],
    ['anything was skipped for another reason', ['pass', 'skip'], 'cannot be told'],
    ['the suite itself broke', ['pass', 'error'], 'cannot be told'],
    ['nothing was judged', ['skip: no clock'], 'cannot be told'],
    ['there was no rule', [], 'cannot be told'],
  ])('where %s', ([, texts, expected]) => {
    expect(verdict(texts)).toBe(expected);
  });

  test('follows the options for strictness', () => {
    expect(verdict(['pass', 'inconclusive'], { allowInconclusive: true })).toBe('conforms');
    expect(verdict(['pass', 'skip: no clock'], { failOnSkip: true })).toBe('does not conform');
    expect(verdict(['pass', `skip: ${UNOBSERVABLE}`], { failOnSkip: true })).toBe('conforms');
  });

  test.for<[string, readonly string[], string, string]>([
    ['was judged', ['pass', 'skip: no clock'], 'R-1', 'conforms'],
    ['was skipped', ['pass', 'skip: no clock'], 'R-2', 'cannot be told'],
    ['was inconclusive, even where that is allowed', ['pass', 'inconclusive'], 'R-2', 'cannot be told'],
    ['is none of those that were chosen', ['pass'], 'R-2', 'cannot be told'],
    ['was not judged, and another is broken', ['fail'], 'R-2', 'does not conform'],
  ])('where a rule that is required %s', ([, texts, rule, expected]) => {
    expect(verdict(texts, { require: [rule], allowInconclusive: true })).toBe(expected);
  });

  test('names what is required and was not judged', () => {
    expect(conclude(results('pass'), 'stated', { require: ['R-2'] })).toMatchObject({
      exitCode: 2,
      headline: 'cannot be told: 1 of 1 rules judged; required, and not judged: R-2',
    });
  });

  test('counts rules that were not judged by reason, the most frequent first, without those of another profile', () => {
    const judged = results('pass', 'pass', 'skip: one company', 'skip: no clock', 'skip: no clock');
    const chosen: readonly RuleResult[] = results('skip').map((result) => ({ ...result, level: 'chosen' }));
    const headlineOf = (profile: Profile): string => conclude([...judged, ...chosen], profile).headline;
    expect(headlineOf('stated')).toBe('conforms: 2 of 5 rules; 3 not judged: no clock (2), one company (1)');
    expect(headlineOf('reference')).toMatch(/^cannot be told: 2 of 6 rules judged; 4 not judged: .*skipped for another reason \(1\)$/);
  });

  test('counts only rules that bind the target', () => {
    const judged = results('pass', `skip: ${UNBOUND}`, `skip: ${UNOBSERVABLE}`);
    expect(conclude(judged, 'stated')).toMatchObject({ verdict: 'conforms', judged: 1, rules: 1 });
    expect(conclude(judged, 'stated').headline).toMatch(/^conforms: 1 of 1 rules that bind it; 2 not judged/);
  });

  test('names what is broken, and what is known to be', () => {
    expect(conclude(results('pass', 'fail', 'inconclusive'), 'stated')).toMatchObject({
      exitCode: 1,
      headline: 'does not conform: 2 of 3 rules judged; 1 not judged: inconclusive (1); broken: R-2',
    });
    const known = results('pass', 'fail').map((result) => (result.outcome === 'fail' ? { ...result, known: 'ticket' } : result));
    expect(conclude(known, 'stated')).toMatchObject({ exitCode: 0, headline: 'conforms, but for 1 known to fail: 2 of 2 rules' });
  });
});
