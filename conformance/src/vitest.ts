import { afterAll, beforeAll, describe, test } from 'vitest';
import { judgedClient } from './engine/clients/run-client-checks.ts';
import { runOf } from './engine/lead-run.ts';
import { judgedReceiver } from './engine/receivers/run-receiver-checks.ts';
import { judgedService } from './engine/run-checks.ts';
import { selectRules } from './engine/select-rules.ts';
import type { Rule } from './generated/rules.ts';
import { isKnownFailure, isUnexpectedPass } from './model/baseline.ts';
import type { ClientTarget } from './model/client-context.ts';
import type { ReceiverTarget } from './model/receiver-context.ts';
import type { ConformanceResult, JudgedTarget, RuleResult } from './model/result.ts';
import type { RunOptions } from './model/run-options.ts';
import type { Target } from './model/target.ts';
import { consoleFailure } from './report/console-report.ts';
import type { Run } from './report/facts.ts';
import { printableLine } from './report/printable.ts';
import { runClientConformance, runConformance, runReceiverConformance } from './suite/run-conformance.ts';

/** The options of `conformanceTests`: those of a run, and some of the tests. */
export interface ConformanceTestOptions extends Omit<RunOptions, 'signal'> {
  /** The title of the group. Default: `conformance`. */
  readonly title?: string;
  /** How long the whole run may take, in milliseconds. Default: ten minutes. */
  readonly timeoutMs?: number;
}

const TEN_MINUTES_MS = 600_000;

/**
 * Makes one test for each rule of a run. The test passes if the rule holds, fails with what was expected and what came, or is skipped with
 * the reason if the rule cannot be judged. The run begins before the first test, and removes what it created after the last.
 * @param target the target, or a function that starts it and returns its description
 * @example
 * conformanceTests(async () => parseTarget(await readFile('conformance.yaml', 'utf8'), 'conformance.yaml'), { budget: 'quick' });
 */
export function conformanceTests(target: Target | (() => Target | Promise<Target>), options: ConformanceTestOptions = {}): void {
  roleTests({ role: 'service', judge: runConformance, judged: judgedService }, target, options);
}

/**
 * Makes one test for each rule that binds a receiver of webhooks.
 * @example
 * receiverTests(() => parseReceiverTarget({ target: 'http://127.0.0.1:8080/webhook', secret: 'whsec_...' }), { budget: 'quick' });
 */
export function receiverTests(
  target: ReceiverTarget | (() => ReceiverTarget | Promise<ReceiverTarget>),
  options: ConformanceTestOptions = {},
): void {
  roleTests({ role: 'receiver', judge: runReceiverConformance, judged: judgedReceiver }, target, options);
}

/**
 * Makes one test for each rule that binds a client of the API. The client is a command or a function in this process.
 * @example
 * clientTests(() => parseClientTarget({ client: ['node', 'client.ts'] }), { budget: 'quick' });
 */
export function clientTests(
  target: ClientTarget | (() => ClientTarget | Promise<ClientTarget>),
  options: ConformanceTestOptions = {},
): void {
  roleTests({ role: 'client', judge: runClientConformance, judged: judgedClient }, target, options);
}

/** How to judge targets of one role. */
interface Role<Described> {
  readonly role: Rule['role'];
  readonly judge: (target: Described, options: RunOptions) => Promise<ConformanceResult>;
  readonly judged: (target: Described) => JudgedTarget;
}

function roleTests<Described extends object>(
  { role, judge, judged: named }: Role<Described>,
  target: Described | (() => Described | Promise<Described>),
  options: ConformanceTestOptions,
): void {
  const { title = 'conformance', timeoutMs = TEN_MINUTES_MS, onEvent, ...run } = options;
  const rules = selectRules(options.rules, role);
  const judged = new Map<string, PromiseWithResolvers<RuleResult>>(rules.map(({ id }) => [id, Promise.withResolvers<RuleResult>()]));
  const stop = new AbortController();
  let ended: Promise<unknown> = Promise.resolve();
  let judgedTarget: Described | undefined;
  describe(title, () => {
    beforeAll(async () => {
      const described = typeof target === 'function' ? await target() : target;
      judgedTarget = described;
      ended = judge(described, {
        ...run,
        signal: stop.signal,
        onEvent: (event) => {
          if (event.type === 'rule-judged') judged.get(event.result.id)?.resolve(event.result);
          onEvent?.(event);
        },
      }).catch((error: unknown) => {
        for (const { promise, reject } of judged.values()) {
          promise.catch(() => {});
          reject(error);
        }
      });
    }, timeoutMs);
    afterAll(async () => {
      stop.abort();
      await ended;
    }, timeoutMs);
    for (const { id, statement } of rules) {
      test(`${id} ${statement}`, { timeout: timeoutMs }, async ({ skip }) => {
        const result = await judged.get(id)?.promise;
        const reason = result === undefined ? 'it was not judged' : reasonToSkip(result);
        if (reason !== undefined) skip(reason);
        if (result !== undefined && judgedTarget !== undefined)
          assertHolds(result, { ...runOf(named(judgedTarget), run), rules: [result] });
      });
    }
  });
}

function reasonToSkip(result: RuleResult): string | undefined {
  if (isKnownFailure(result)) return `known to fail: ${result.known}`;
  if (result.outcome === 'skip') return printableLine(result.reason ?? 'skipped');
  return result.outcome === 'inconclusive' ? `inconclusive: ${printableLine(result.reason ?? '')}` : undefined;
}

function assertHolds(result: RuleResult, run: Run): void {
  if (result.outcome === 'error') throw new Error(`The suite itself broke: ${printableLine(result.reason ?? '')}`);
  if (isUnexpectedPass(result))
    throw new Error(`${result.id} passes although the baseline says that it fails (${result.known}): take it out.`);
  const { failure } = result;
  if (failure === undefined) return;
  throw Object.assign(new Error(consoleFailure(result, failure, run)), {
    expected: failure.expected,
    actual: failure.actual,
    showDiff: false,
  });
}
