import { isKnownFailure } from '../model/baseline.ts';
import type { ConformanceResult, RuleFailure, RuleResult } from '../model/result.ts';
import { failureFacts, type Run } from './facts.ts';
import { stepLines, stepsOf } from './failure-steps.ts';
import { describeServerError, serverErrors } from './hold-ups.ts';
import { escapeAttribute, escapeMarkup } from './markup.ts';
import { failureScript } from './scripts/failure-script.ts';
import { suite } from './suite.ts';

/** The result as JUnit XML: a suite for each family, a case for each rule. Known failures and rules that were not judged count as skipped. */
export function junitReport(result: ConformanceResult): string {
  const families = Map.groupBy(result.rules, ({ id }) => id.split('-')[0] ?? '');
  // The schema of Jenkins allows no `skipped` attribute on the root.
  const { skipped: _skipped, ...all } = counts(result.rules);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributes({ name: suite.name, ...all })}>`,
    ...[...families].flatMap(([family, rules]) => suiteLines(family, rules, result)),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteLines(family: string, rules: readonly RuleResult[], run: ConformanceResult): readonly string[] {
  const { startedAt, seed, profile, target } = run;
  const errors = rules[0] === run.rules[0] ? serverErrors(run) : [];
  const broken = errors.map((error) => [`5xx of ${error.operation}, ${error.status}`, describeServerError(error)]);
  const properties = { profile, seed: String(seed), ...target, ...Object.fromEntries(broken) };
  return [
    `  <testsuite ${attributes({ name: family, ...counts(rules), timestamp: startedAt.replace(/\.\d+Z$/, '') })}>`,
    '    <properties>',
    ...Object.entries(properties).map(([name, value]) => `      <property ${attributes({ name, value: String(value) })}/>`),
    '    </properties>',
    ...rules.flatMap((rule) => caseLines(rule, run)),
    '  </testsuite>',
  ];
}

function caseLines(rule: RuleResult, run: Run): readonly string[] {
  const open = `    <testcase ${attributes({ name: `${rule.id} ${rule.statement}`, classname: rule.id.split('-')[0] ?? '', time: seconds(rule.durationMs) })}`;
  const inner = verdict(rule, run);
  return inner === undefined ? [`${open}/>`] : [`${open}>`, `      ${inner}`, '    </testcase>'];
}

function verdict(rule: RuleResult, run: Run): string | undefined {
  const { outcome, reason, failure, known } = rule;
  if (outcome === 'pass') return undefined;
  if (isKnownFailure(rule)) return `<skipped ${attributes({ message: `known to fail: ${known}` })}/>`;
  if (outcome === 'fail' && failure)
    return `<failure ${attributes({ message: failure.message, type: rule.id })}>${escapeMarkup(details(rule, failure, run))}</failure>`;
  if (outcome === 'error') return `<error ${attributes({ message: reason ?? '', type: 'suite' })}/>`;
  return `<skipped ${attributes({ message: outcome === 'skip' ? (reason ?? '') : `${outcome}: ${reason}` })}/>`;
}

function details(rule: RuleResult, failure: RuleFailure, run: Run): string {
  return [
    ...failureFacts(rule, failure, run).map(([name, value]) => `${name.toLowerCase()}: ${value}`),
    ...stepsOf(failure).flatMap(stepLines),
    failureScript(rule, failure, run.target),
  ].join('\n');
}

function counts(rules: readonly RuleResult[]): Readonly<Record<string, string>> {
  const failures = rules.filter((rule) => rule.outcome === 'fail' && !isKnownFailure(rule)).length;
  const errors = rules.filter(({ outcome }) => outcome === 'error').length;
  const passed = rules.filter(({ outcome }) => outcome === 'pass').length;
  return {
    tests: String(rules.length),
    failures: String(failures),
    errors: String(errors),
    skipped: String(rules.length - failures - errors - passed),
    time: seconds(rules.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  };
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeAttribute(value)}"`)
    .join(' ');
}
