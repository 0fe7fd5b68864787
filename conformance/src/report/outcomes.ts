import { styleText } from 'node:util';
import { isKnownFailure, isUnexpectedPass } from '../model/baseline.ts';
import type { ConformanceResult, RuleResult } from '../model/result.ts';
import type { Outcome } from '../model/verdict.ts';

/** The sign, colour and word of each outcome. Not everybody sees colours. */
const outcomes = {
  pass: { sign: '✓', colour: 'green', word: 'passed' },
  fail: { sign: '✗', colour: 'red', word: 'failed' },
  skip: { sign: '-', colour: 'gray', word: 'skipped' },
  inconclusive: { sign: '?', colour: 'yellow', word: 'inconclusive' },
  error: { sign: '!', colour: 'magenta', word: 'suite error' },
} as const;

/** The sign of an outcome, coloured if standard output shows colours. */
export function mark(rule: RuleResult): string {
  const { sign, colour } = outcomes[rule.outcome];
  return styleText(isKnownFailure(rule) ? 'yellow' : colour, sign);
}

/** The counts of a result in one line, with the baseline's share in brackets. */
export function countsLine({ summary, rules }: ConformanceResult): string {
  const known = rules.filter(isKnownFailure).length;
  const unexpected = rules.filter(isUnexpectedPass).length;
  const passed = `${summary.pass} passed${unexpected > 0 ? ` (${unexpected} unexpectedly)` : ''}`;
  const failed = `${summary.fail} failed${known > 0 ? ` (${known} known)` : ''}`;
  return `${passed}, ${failed}, ${summary.skip} skipped, ${summary.inconclusive} inconclusive, ${summary.error} errors`;
}

/** How a page shows an outcome: a class for its colour, a sign and a word. */
export function shown(rule: RuleResult): { readonly name: Outcome | 'known'; readonly sign: string; readonly word: string } {
  const { outcome } = rule;
  const sign = outcomes[outcome].sign.replace('-', '–');
  if (isKnownFailure(rule)) return { name: 'known', sign, word: 'known to fail' };
  return { name: outcome, sign, word: isUnexpectedPass(rule) ? 'passed unexpectedly' : outcomes[outcome].word };
}
