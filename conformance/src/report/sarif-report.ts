import { fingerprintOf } from '../model/baseline.ts';
import { type ConformanceResult, type RuleResult, settingsFiles } from '../model/result.ts';
import { stepLines, stepsOf } from './failure-steps.ts';
import { serverErrors } from './hold-ups.ts';
import { failureScript } from './scripts/failure-script.ts';
import { PROJECT_URL, ruleUrl, suite } from './suite.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** The result as SARIF 2.1.0: a result for each failure, with a suppression if the failure is known. Other outcomes are left out. */
export function sarifReport(result: ConformanceResult): string {
  const failed = result.rules.filter(({ outcome }) => outcome === 'fail');
  const run = {
    tool: { driver: { name: suite.name, version: suite.version, informationUri: PROJECT_URL, rules: failed.map(descriptor) } },
    invocations: [
      {
        executionSuccessful: result.summary.error === 0,
        startTimeUtc: result.startedAt,
        endTimeUtc: new Date(Date.parse(result.startedAt) + result.durationMs).toISOString(),
      },
    ],
    properties: {
      profile: result.profile,
      budget: result.budget,
      seed: result.seed,
      requests: result.requests,
      serverErrors: serverErrors(result),
    },
    results: failed.map((rule, ruleIndex) => resultOf(rule, ruleIndex, result)),
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

function descriptor({ id, statement, clause, level, role }: RuleResult): object {
  return {
    id,
    shortDescription: { text: statement },
    help: { text: `Clause: ${clause}` },
    helpUri: ruleUrl(id),
    defaultConfiguration: { level: level === 'stated' ? 'error' : 'warning' },
    properties: { level, role },
  };
}

function resultOf(rule: RuleResult, ruleIndex: number, { target, describedIn }: ConformanceResult): object {
  const { id, level, clause, known, failure } = rule;
  return {
    ruleId: id,
    ruleIndex,
    kind: 'fail',
    level: level === 'stated' ? 'error' : 'warning',
    message: { text: failure ? `${failure.message} Expected ${failure.expected}, got ${failure.actual}.` : id },
    // Tools that show SARIF want a file of the repository. The source of the target is unknown, so this points at its description.
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: describedIn?.file ?? settingsFiles[target.role] },
          region: { startLine: describedIn?.line ?? 1 },
        },
        logicalLocations: [{ fullyQualifiedName: clause, kind: 'module' }],
      },
    ],
    ...(failure && { partialFingerprints: { 'failure/v3': fingerprintOf(rule.id, failure) } }),
    ...(known !== undefined && { suppressions: [{ kind: 'external', justification: known }] }),
    ...(failure && {
      properties: {
        expected: failure.expected,
        actual: failure.actual,
        counterexample: failure.counterexample,
        seed: failure.seed,
        steps: stepsOf(failure).map((step) => stepLines(step).join('\n')),
        curl: failureScript(rule, failure, target),
      },
    }),
  };
}
