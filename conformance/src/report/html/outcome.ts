import { isKnownFailure, isUnexpectedPass } from '../../model/baseline.ts';
import type { RuleResult } from '../../model/rule-result.ts';
import { marks } from '../mark.ts';

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
