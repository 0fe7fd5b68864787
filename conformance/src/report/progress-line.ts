import { styleText } from 'node:util';
import type { RuleResult } from '../model/rule-result.ts';
import { mark } from './mark.ts';

const LONGEST_STATEMENT = 90;

/** One line for a rule that has just been judged. */
export function progressLine(rule: RuleResult): string {
  const cost = styleText('gray', `${rule.requests} requests, ${(rule.durationMs / 1000).toFixed(1)} s`);
  return `${mark(rule)} ${rule.id.padEnd(8)} ${shorten(rule.statement)}  ${cost}`;
}

function shorten(statement: string): string {
  return statement.length <= LONGEST_STATEMENT ? statement : `${statement.slice(0, LONGEST_STATEMENT - 1)}…`;
}
