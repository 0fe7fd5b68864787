import { randomBytes, randomInt } from 'node:crypto';
import { checks } from '../checks/registry.ts';
import type { Target } from '../config/target.ts';
import { type Rule, rules } from '../generated/rules.ts';
import { Clock } from '../target/clock.ts';
import { Session } from '../target/session.ts';
import { Webhooks } from '../target/webhooks.ts';
import { Driver } from '../wire/driver.ts';
import type { Check } from './check.ts';
import { cleanUp } from './cleanup.ts';
import { judgeRule } from './judge-rule.ts';
import { preflight } from './preflight.ts';
import { redacted, secretsOf } from './redact.ts';
import { type ConformanceResult, type Profile, type RuleResult, summarize } from './result.ts';
import type { Bench } from './trial.ts';

export type Budget = 'quick' | 'standard' | 'thorough';

export interface RunOptions {
  readonly profile?: Profile;
  /** Patterns of rule ids, `*` for anything; all rules where there are none. */
  readonly rules?: readonly string[];
  readonly budget?: Budget;
  readonly seed?: number;
  /** Told of each rule as it is judged, and how many there are. */
  readonly onRule?: (result: RuleResult, done: number, total: number) => void;
  /** No check is started after it; what was created is removed all the same. */
  readonly signal?: AbortSignal;
}

const effortOf: Readonly<Record<Budget, number>> = { quick: 0.4, standard: 1, thorough: 10 };
/** Checks that run side by side. */
const workers = 6;
const answerWithinMs = 30_000;
const longestWaitMs = 20_000;

/**
 * Judges a service by its rules over HTTP.
 * @throws ConfigurationError when the target cannot be judged as configured.
 */
export async function runConformance(target: Target, options: RunOptions = {}): Promise<ConformanceResult> {
  const startedAt = new Date();
  const bench = createBench(target, options);
  try {
    await preflight(bench);
    const results = await judgeAll(bench, options);
    return {
      target: target.service,
      profile: bench.profile,
      seed: bench.seed,
      startedAt: startedAt.toISOString(),
      durationMs: Date.now() - startedAt.getTime(),
      requests: results.reduce((sum, { requests }) => sum + requests, 0),
      summary: summarize(results),
      rules: results,
    };
  } finally {
    await cleanUp(bench);
    await bench.webhooks.close();
    await bench.driver.close();
  }
}

/** The rules that a pattern list names; `IDEM-*` names all of a family. */
export function selectRules(patterns: readonly string[] = []): readonly Rule[] {
  const service = rules.filter(({ role }) => role === 'service');
  if (patterns.length === 0) return service;
  const matchers = patterns.map((pattern) => new RegExp(`^${pattern.replaceAll(/[^\w*-]/g, '').replaceAll('*', '.*')}$`, 'i'));
  return service.filter(({ id }) => matchers.some((matcher) => matcher.test(id)));
}

function createBench(target: Target, options: RunOptions): Bench {
  const driver = new Driver({ answerWithinMs, longestWaitMs });
  return {
    target,
    driver,
    session: new Session(target),
    webhooks: new Webhooks(target),
    clock: target.controls.clock === undefined ? undefined : new Clock(target.controls.clock, driver),
    profile: options.profile ?? 'stated',
    runName: `conformance-${randomBytes(4).toString('hex')}`,
    seed: options.seed ?? randomInt(0x7fffffff),
    effort: effortOf[options.budget ?? 'standard'],
  };
}

async function judgeAll(bench: Bench, options: RunOptions): Promise<readonly RuleResult[]> {
  const selected = selectRules(options.rules);
  const results = new Map<string, RuleResult>();
  const report = (result: RuleResult): void => {
    const shown = redacted(result, secretsOf(bench));
    results.set(shown.id, shown);
    options.onRule?.(shown, results.size, selected.length);
  };
  const judged: { readonly rule: Rule; readonly check: Check }[] = [];
  for (const rule of selected) {
    const check = checks.find((candidate) => candidate.rule === rule.id);
    const reason = reasonToSkip(rule, check, options);
    if (check === undefined || reason !== undefined) report(skipped(rule, reason ?? ''));
    else judged.push({ rule, check });
  }
  const inLane = (lane: Check['lane']): typeof judged => judged.filter(({ check }) => check.lane === lane);
  const order = (entry: (typeof judged)[number]): number => checks.indexOf(entry.check);
  const judge = async ({ rule, check }: (typeof judged)[number]): Promise<void> => {
    report(options.signal?.aborted ? skipped(rule, 'the run was stopped before it') : await judgeRule(rule, check, bench));
  };
  await inParallel(inLane('shared'), judge);
  for (const entry of inLane('exclusive').sort((left, right) => order(left) - order(right))) await judge(entry);
  return selected.flatMap(({ id }) => results.get(id) ?? []);
}

function reasonToSkip(rule: Rule, check: Check | undefined, { profile = 'stated' }: RunOptions): string | undefined {
  if (rule.level === 'chosen' && profile !== 'reference') return 'the source leaves this open: judged only under --profile reference';
  return check === undefined ? 'this version of the suite has no check for it yet' : undefined;
}

function skipped({ id, level, role, clause, statement }: Rule, reason: string): RuleResult {
  return { id, level, role, clause, statement, outcome: 'skip', reason, runs: 0, requests: 0, durationMs: 0 };
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: workers }, worker));
}
