import type { ConformanceResult, RuleResult } from '../model/result.ts';
import { stepLines, stepsOf } from './failure-steps.ts';
import { addressOf } from './judged-target.ts';
import { failureScript } from './scripts/failure-script.ts';
import { suite } from './suite.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** The result as SARIF 2.1.0: every rule judged, a result for each, a suppression for each known failure. */
export function sarifReport(result: ConformanceResult): string {
  const run = {
    tool: { driver: { name: suite.name, version: suite.version, rules: result.rules.map(descriptor) } },
    invocations: [
      {
        executionSuccessful: result.summary.error === 0,
        startTimeUtc: result.startedAt,
        endTimeUtc: new Date(Date.parse(result.startedAt) + result.durationMs).toISOString(),
      },
    ],
    properties: { profile: result.profile, budget: result.budget, seed: result.seed, requests: result.requests },
    results: result.rules.map((rule, ruleIndex) => resultOf(rule, ruleIndex, result)),
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

function descriptor({ id, statement, clause, level, role }: RuleResult): object {
  return {
    id,
    shortDescription: { text: statement },
    help: { text: `Clause: ${clause}` },
    defaultConfiguration: { level: level === 'stated' ? 'error' : 'warning' },
    properties: { level, role },
  };
}

function resultOf(rule: RuleResult, ruleIndex: number, { target }: ConformanceResult): object {
  return {
    ruleId: rule.id,
    ruleIndex,
    ...verdict(rule),
    message: { text: messageOf(rule) },
    // A service has no source file: what is judged is an address.
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: addressOf(target) } },
        logicalLocations: [{ fullyQualifiedName: rule.clause, kind: 'module' }],
      },
    ],
    ...(rule.outcome === 'fail' && rule.known !== undefined && { suppressions: [{ kind: 'external', justification: rule.known }] }),
    ...(rule.failure && {
      properties: {
        expected: rule.failure.expected,
        actual: rule.failure.actual,
        counterexample: rule.failure.counterexample,
        seed: rule.failure.seed,
        steps: stepsOf(rule.failure).map((step) => stepLines(step).join('\n')),
        curl: failureScript(rule, rule.failure, target),
      },
    }),
  };
}

/** SARIF says what kind of statement a result is; only a failure has a level. */
function verdict({ outcome, level }: RuleResult): object {
  if (outcome === 'fail') return { kind: 'fail', level: level === 'stated' ? 'error' : 'warning' };
  const kind = { pass: 'pass', skip: 'notApplicable', inconclusive: 'open', error: 'review' }[outcome];
  return { kind, level: 'none' };
}

function messageOf({ outcome, reason, failure, statement }: RuleResult): string {
  if (failure) return `${failure.message} Expected ${failure.expected}, got ${failure.actual}.`;
  return outcome === 'pass' ? statement : (reason ?? outcome);
}
