import { styleText } from 'node:util';
import { isKnownFailure, isUnexpectedPass } from '../model/baseline.ts';
import type { ConformanceResult, RuleResult } from '../model/result.ts';
import type { Outcome } from '../model/verdict.ts';

export const marks: Readonly<Record<Outcome, string>> = { pass: '✓', fail: '✗', skip: '-', inconclusive: '?', error: '!' };

const colors: Readonly<Record<Outcome, 'green' | 'red' | 'gray' | 'yellow' | 'magenta'>> = {
  pass: 'green',
  fail: 'red',
  skip: 'gray',
  inconclusive: 'yellow',
  error: 'magenta',
};

/** The sign of an outcome, coloured if standard output shows colours. */
export function mark(rule: RuleResult): string {
  return styleText(isKnownFailure(rule) ? 'yellow' : colors[rule.outcome], marks[rule.outcome]);
}

/** The counts of a result in one line, with the baseline's share in brackets. */
export function countsLine({ summary, rules }: ConformanceResult): string {
  const known = rules.filter(isKnownFailure).length;
  const unexpected = rules.filter(isUnexpectedPass).length;
  const passed = `${summary.pass} passed${unexpected > 0 ? ` (${unexpected} unexpectedly)` : ''}`;
  const failed = `${summary.fail} failed${known > 0 ? ` (${known} known)` : ''}`;
  return `${passed}, ${failed}, ${summary.skip} skipped, ${summary.inconclusive} inconclusive, ${summary.error} errors`;
}

/** How an outcome is shown: a class for its colour, and also a sign and a word, since not everybody sees colours. */
export interface Shown {
  readonly name: 'pass' | 'fail' | 'known' | 'skip' | 'inconclusive' | 'error';
  readonly sign: string;
  readonly word: string;
}

export function shown(rule: RuleResult): Shown {
  const sign = marks[rule.outcome].replace('-', '–');
  if (isKnownFailure(rule)) return { name: 'known', sign, word: 'known to fail' };
  if (isUnexpectedPass(rule)) return { name: 'pass', sign, word: 'passed unexpectedly' };
  const words = { pass: 'passed', fail: 'failed', skip: 'skipped', inconclusive: 'inconclusive', error: 'suite error' } as const;
  return { name: rule.outcome, sign, word: words[rule.outcome] };
}
