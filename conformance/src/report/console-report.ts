import { stripVTControlCharacters, styleText } from 'node:util';
import { isKnownFailure, isUnexpectedPass } from '../model/baseline.ts';
import type { ConformanceResult, RuleFailure, RuleResult } from '../model/result.ts';
import type { Outcome } from '../model/verdict.ts';
import { countsLine } from './counts-line.ts';
import { coverageLines } from './coverage-lines.ts';
import { failureFacts, type Run } from './failure-facts.ts';
import { pinnedSteps, stepLines, stepsOf } from './failure-steps.ts';
import { leftLines } from './left-lines.ts';
import { mark } from './mark.ts';
import { failureScript } from './scripts/failure-script.ts';

/** Steps shown for one failure at most. */
const STEPS_SHOWN = 8;

const colours = { 0: 'green', 1: 'red', 2: 'yellow' } as const;

/** The whole result as text: failures first, then what could not be judged and why, then the counts. */
export function consoleReport(result: ConformanceResult): string {
  const { rules, conclusion } = result;
  const failed = rules.filter(({ outcome }) => outcome === 'fail');
  const head = `Judged in ${(result.durationMs / 1000).toFixed(1)} s with ${result.requests} requests, profile ${result.profile}, seed ${result.seed}.`;
  return [
    ...failed.flatMap((rule) => (rule.failure && !isKnownFailure(rule) ? failureLines(rule, rule.failure, result) : [])),
    ...withReasons(rules, 'error', 'The suite itself broke on'),
    ...listed('Known to fail', failed.filter(isKnownFailure), ({ known }) => known ?? ''),
    ...listed(
      'Passed although the baseline says that they fail (--update-baseline takes them out)',
      rules.filter(isUnexpectedPass),
      ({ known }) => known ?? '',
    ),
    ...listed(
      'Passed, but judged in part only',
      rules.filter(({ outcome, reason }) => outcome === 'pass' && reason !== null),
      ({ reason }) => reason ?? '',
    ),
    ...withReasons(rules, 'inconclusive', 'Too little was seen to judge'),
    ...skipLines(rules),
    ...leftLines(result.cleanup),
    ...coverageLines(rules),
    '',
    head,
    countsLine(result),
    styleText(colours[conclusion.exitCode], conclusion.headline),
  ].join('\n');
}

/** One failure as text, without colours. */
export function consoleFailure(rule: RuleResult, failure: RuleFailure, run: Run): string {
  const script = failure.exchanges.length === 0 ? [] : ['  by hand', ...indented(failureScript(rule, failure, run.target))];
  return stripVTControlCharacters([...failureLines(rule, failure, run).slice(1), ...script].join('\n'));
}

function failureLines(rule: RuleResult, failure: RuleFailure, run: Run): readonly string[] {
  const shown = pinnedSteps(failure).slice(-STEPS_SHOWN);
  const hidden = stepsOf(failure).length - shown.length;
  return [
    '',
    `${styleText(['red', 'bold'], `✗ ${rule.id}`)} ${styleText('bold', rule.statement)}`,
    ...failureFacts(rule, failure, run).map(([name, value]) => `  ${name.toLowerCase().padEnd(14)}${value}`),
    ...(hidden > 0 ? [styleText('gray', `  (The JSON and HTML reports show ${hidden} more.)`)] : []),
    ...shown.flatMap((step) => stepLines(step).map((line) => styleText('gray', `    ${line}`))),
  ];
}

function indented(text: string): readonly string[] {
  return text.split('\n').map((line) => styleText('gray', `    ${line}`));
}

function withReasons(rules: readonly RuleResult[], outcome: Outcome, title: string): readonly string[] {
  return listed(
    title,
    rules.filter((rule) => rule.outcome === outcome),
    ({ reason }) => reason ?? '',
  );
}

function listed(title: string, found: readonly RuleResult[], why: (rule: RuleResult) => string): readonly string[] {
  if (found.length === 0) return [];
  return ['', `${title}:`, ...found.map((rule) => `  ${mark(rule)} ${rule.id.padEnd(8)} ${why(rule)}`)];
}

/** Skipped rules by their reason: many share one. */
function skipLines(rules: readonly RuleResult[]): readonly string[] {
  const byReason = Map.groupBy(
    rules.filter(({ outcome }) => outcome === 'skip'),
    ({ reason }) => reason ?? '',
  );
  if (byReason.size === 0) return [];
  return [
    '',
    'Skipped:',
    ...[...byReason].map(
      ([reason, skipped]) => `  ${reason.replace(/\.$/, '')}: ${styleText('gray', skipped.map(({ id }) => id).join(' '))}`,
    ),
  ];
}
