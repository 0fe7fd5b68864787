import { isKnownFailure } from '../model/baseline.ts';
import type { ConformanceResult, RuleResult } from '../model/result.ts';
import { failureFacts, type Run } from './facts.ts';
import { shownBody } from './failure-steps.ts';
import { describeServerError, serverErrors, serverErrorTitle } from './hold-ups.ts';
import { printableIn } from './printable.ts';

/** The result as commands of GitHub Actions: an annotation for each rule that failed or could not be judged. */
export function githubReport(judged: ConformanceResult): string {
  const result = printableIn(judged);
  const errors = serverErrors(result);
  const broken = errors.length === 0 ? '' : command('warning', serverErrorTitle(errors), errors.map(describeServerError).join('\n'));
  return result.rules.flatMap((rule) => annotation(rule, result)).join('') + broken;
}

function annotation(rule: RuleResult, run: Run): readonly string[] {
  const { id, statement, outcome, reason, failure } = rule;
  if (outcome === 'inconclusive' || outcome === 'error') return [command('warning', `${id} ${outcome}`, `${statement}\n${reason}`)];
  if (failure === undefined || isKnownFailure(rule)) return [];
  const facts = failureFacts(rule, failure, run).map(([name, value]) => `${name}: ${shownBody(value)}`);
  return [command('error', `${id} failed`, [statement, ...facts].join('\n'))];
}

/** The text holds what a target answered, so nothing in it may end the line or the property. */
function command(name: 'error' | 'warning', title: string, text: string): string {
  return `::${name} title=${escapeText(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escapeText(text)}\n`;
}

function escapeText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
