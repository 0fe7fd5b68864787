import { styleText } from 'node:util';
import type { ConformanceResult, RuleFailure, RuleResult } from '../run/result.ts';
import type { Outcome } from '../run/verdict.ts';
import { exchangeLines } from './wire-text.ts';

const marks: Readonly<Record<Outcome, string>> = { pass: '✓', fail: '✗', skip: '-', inconclusive: '?', error: '!' };
const colors: Readonly<Record<Outcome, 'green' | 'red' | 'gray' | 'yellow' | 'magenta'>> = {
  pass: 'green',
  fail: 'red',
  skip: 'gray',
  inconclusive: 'yellow',
  error: 'magenta',
};
/** Exchanges shown for one failure: the last ones led to it. */
const exchangesShown = 4;

/** One line for a rule that has just been judged. */
export function progressLine(rule: RuleResult): string {
  const cost = styleText('gray', `${rule.requests} requests, ${(rule.durationMs / 1000).toFixed(1)} s`);
  return `${mark(rule.outcome)} ${rule.id.padEnd(8)} ${shorten(rule.statement)}  ${cost}`;
}

/** The whole result as text: failures first, then what could not be judged and why, then the counts. */
export function consoleReport(result: ConformanceResult): string {
  const { summary, rules } = result;
  const failures = rules.flatMap((rule) => (rule.failure ? [failureLines(rule, rule.failure)] : []));
  const errors = withReasons(rules, 'error', 'The suite itself broke on');
  const inconclusive = withReasons(rules, 'inconclusive', 'Too little was seen to judge');
  const head = `Judged in ${(result.durationMs / 1000).toFixed(1)} s with ${result.requests} requests, profile ${result.profile}, seed ${result.seed}.`;
  const counts = `${summary.pass} passed, ${summary.fail} failed, ${summary.skip} skipped, ${summary.inconclusive} inconclusive, ${summary.error} errors`;
  return [
    ...failures.flat(),
    ...errors,
    ...inconclusive,
    ...skipLines(rules),
    '',
    head,
    styleText(summary.fail > 0 ? 'red' : 'green', counts),
  ].join('\n');
}

function failureLines({ id, statement, clause }: RuleResult, failure: RuleFailure): readonly string[] {
  const { message, expected, actual, counterexample, seed, exchanges } = failure;
  const hidden = exchanges.length - exchangesShown;
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
    ...(hidden > 0 ? [styleText('gray', `  (${hidden} earlier exchanges are in the JSON report)`)] : []),
    ...exchanges.slice(-exchangesShown).flatMap((exchange) => exchangeLines(exchange).map((line) => styleText('gray', `    ${line}`))),
  ];
}

function fields(values: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(values).map(([name, value]) => `  ${name.padEnd(14)}${value}`);
}

function withReasons(rules: readonly RuleResult[], outcome: Outcome, title: string): readonly string[] {
  const found = rules.filter((rule) => rule.outcome === outcome);
  if (found.length === 0) return [];
  return ['', `${title}:`, ...found.map((rule) => `  ${mark(outcome)} ${rule.id.padEnd(8)} ${rule.reason}`)];
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

function mark(outcome: Outcome): string {
  return styleText(colors[outcome], marks[outcome]);
}

function shorten(statement: string): string {
  return statement.length <= 90 ? statement : `${statement.slice(0, 89)}…`;
}
