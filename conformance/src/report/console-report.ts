import { stripVTControlCharacters, styleText } from 'node:util';
import { isKnownFailure, isUnexpectedPass } from '../run/baseline.ts';
import type { ConformanceResult, RuleFailure, RuleResult } from '../run/result.ts';
import type { Outcome } from '../run/verdict.ts';
import { countsLine } from './counts-line.ts';
import { curlScript } from './curl.ts';
import { mark } from './mark.ts';
import { exchangeLines } from './wire-text.ts';

/** Exchanges shown for one failure: the last ones led to it. */
const exchangesShown = 4;

/** The whole result as text: failures first, then what could not be judged and why, then the counts. */
export function consoleReport(result: ConformanceResult): string {
  const { rules, summary } = result;
  const failed = rules.filter(({ outcome }) => outcome === 'fail');
  const head = `Judged in ${(result.durationMs / 1000).toFixed(1)} s with ${result.requests} requests, profile ${result.profile}, seed ${result.seed}.`;
  const bad = failed.some((rule) => !isKnownFailure(rule)) || summary.error > 0;
  return [
    ...failed.flatMap((rule) => (rule.failure && !isKnownFailure(rule) ? failureLines(rule, rule.failure) : [])),
    ...withReasons(rules, 'error', 'The suite itself broke on'),
    ...listed('Known to fail', failed.filter(isKnownFailure), ({ known }) => known ?? ''),
    ...listed(
      'Passed although the baseline says that they fail (--update-baseline takes them out)',
      rules.filter(isUnexpectedPass),
      ({ known }) => known ?? '',
    ),
    ...withReasons(rules, 'inconclusive', 'Too little was seen to judge'),
    ...skipLines(rules),
    '',
    head,
    styleText(bad ? 'red' : 'green', countsLine(result)),
  ].join('\n');
}

/** One failure as text, without colours. */
export function consoleFailure(rule: RuleResult, failure: RuleFailure): string {
  return stripVTControlCharacters(failureLines(rule, failure).slice(1).join('\n'));
}

function failureLines({ id, statement, clause }: RuleResult, failure: RuleFailure): readonly string[] {
  const { message, expected, actual, counterexample, seed, exchanges } = failure;
  const shown = exchanges.slice(-exchangesShown);
  const hidden = exchanges.length - shown.length;
  return [
    '',
    `${styleText(['red', 'bold'], `✗ ${id}`)} ${styleText('bold', statement)}`,
    ...fields({
      clause,
      problem: message,
      expected,
      actual,
      ...(counterexample !== null && { 'smallest case': counterexample }),
      again: `--rule ${id} --seed ${seed}`,
    }),
    ...(hidden > 0 ? [styleText('gray', `  (${hidden} earlier exchanges are in the JSON and HTML reports)`)] : []),
    ...shown.flatMap((exchange) => exchangeLines(exchange).map((line) => styleText('gray', `    ${line}`))),
    '  by hand',
    ...curlScript(exchanges)
      .split('\n')
      .map((line) => styleText('gray', `    ${line}`)),
  ];
}

function fields(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).map(([name, value]) => `  ${name.padEnd(14)}${value}`);
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
    ...[...byReason].map(([reason, skipped]) => `  ${reason}: ${styleText('gray', skipped.map(({ id }) => id).join(' '))}`),
  ];
}
