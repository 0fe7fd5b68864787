import { styleText } from 'node:util';
import { isKnownFailure } from '../model/baseline.ts';
import type { RuleResult } from '../model/rule-result.ts';
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
