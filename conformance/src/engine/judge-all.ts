import type { Hand } from '../api/timeline.ts';
import { checks } from '../checks/registry.ts';
import type { Rule } from '../generated/rules.ts';
import type { Check } from '../model/check.ts';
import type { RuleResult } from '../model/result.ts';
import { isKnownFailure } from './baseline.ts';
import { removeWebhooks } from './cleanup.ts';
import { judgeRule } from './judge-rule.ts';
import type { RunOptions } from './run-conformance.ts';
import type { Bench } from './trial.ts';
import { needsRoom, tooFewWebhooks, type WebhookLimit, webhookLimit } from './webhook-limit.ts';

/** What is told of each rule while all are judged. */
export interface Observer {
  readonly started: (rule: Rule) => void;
  /** Takes a result, answers it as it will be reported. */
  readonly judged: (result: RuleResult) => RuleResult;
}

interface Entry {
  readonly rule: Rule;
  readonly check: Check;
}

/** Judges the rules in the order of the registry; answers in their own order. */
export async function judgeAll(
  selected: readonly Rule[],
  bench: Bench,
  options: RunOptions,
  observer: Observer,
): Promise<readonly RuleResult[]> {
  const results = new Map<string, RuleResult>();
  const report = (result: RuleResult): void => void results.set(result.id, observer.judged(result));
  const entries: Entry[] = [];
  for (const rule of selected) {
    const check = checks.find((candidate) => candidate.rule === rule.id);
    const reason = reasonToSkip(rule, check, options);
    if (check === undefined || reason !== undefined) report(skipped(rule, reason ?? ''));
    else entries.push({ rule, check });
  }
  const unlessOver = async ({ rule, check }: Entry, judge: (clock: Hand | undefined) => Promise<void>): Promise<void> => {
    // Before any of its neighbours begins: the clock stands still until all of them have.
    const clock = check.lane === 'shared' ? undefined : bench.timeline?.join();
    await bench.workers.enter();
    try {
      const reason = reasonToStop(results, bench, options);
      if (reason !== undefined) return report(skipped(rule, reason));
      await judge(clock);
      await removeWebhooks(bench, rule.id);
      bench.webhooks.forget(rule.id, bench.runName);
    } finally {
      clock?.leave();
      bench.workers.leave();
    }
  };
  const alone = async ({ rule, check }: Entry, ownBench: Bench, clock: Hand | undefined): Promise<void> => {
    const result = await judgeRule(rule, check, ownBench, clock);
    report(withinLimit(result, result.outcome === 'pass' ? undefined : await webhookLimit(bench, rule.id)));
  };
  // On a bench of its own, so that it draws new names and keys, and a scene that failed is played again.
  const emptied: Bench = { ...bench, runName: `${bench.runName}-again` };
  for (const group of groups(entries, bench.workers.oneByOne)) {
    const crowded: Entry[] = [];
    const first = async (entry: Entry, clock: Hand | undefined): Promise<void> => {
      observer.started(entry.rule);
      if (entry.check.lane === 'exclusive') return await alone(entry, bench, clock);
      const result = await judgeRule(entry.rule, entry.check, bench, clock);
      if (await needsRoom(bench, result)) crowded.push(entry);
      else report(result);
    };
    await Promise.all(group.map((entry) => unlessOver(entry, (clock) => first(entry, clock))));
    for (const entry of crowded) await unlessOver(entry, (clock) => alone(entry, emptied, clock));
  }
  return selected.flatMap(({ id }) => results.get(id) ?? []);
}

/** What is judged side by side: neighbours in the registry of one lane, an exclusive check alone. */
function groups(entries: readonly Entry[], oneByOne: boolean): readonly (readonly Entry[])[] {
  const found: Entry[][] = [];
  for (const entry of entries.toSorted((left, right) => checks.indexOf(left.check) - checks.indexOf(right.check))) {
    const group = found.at(-1);
    if (group?.[0]?.check.lane === entry.check.lane && entry.check.lane !== 'exclusive' && !oneByOne) group.push(entry);
    else found.push([entry]);
  }
  return found;
}

/** Every rule as it stands when the run was stopped before any was judged. */
export function skipAll(selected: readonly Rule[], observer: Observer): readonly RuleResult[] {
  return selected.map((rule) => observer.judged(skipped(rule, stoppedBefore)));
}

const stoppedBefore = 'the run was stopped before it';

function reasonToSkip(rule: Rule, check: Check | undefined, { profile = 'stated' }: RunOptions): string | undefined {
  if (rule.level === 'chosen' && profile !== 'reference') return 'the source leaves this open: judged only under --profile reference';
  if (rule.unobservable !== undefined) return rule.unobservable;
  return check === undefined ? 'this version of the suite has no check for it yet' : undefined;
}

function reasonToStop(results: ReadonlyMap<string, RuleResult>, bench: Bench, { bail = false }: RunOptions): string | undefined {
  if (bench.signal.aborted) return stoppedBefore;
  const failed = bail && [...results.values()].find((result) => result.outcome === 'fail' && !isKnownFailure(result));
  return failed ? `${failed.id} failed before it (--bail)` : undefined;
}

/** Nothing can be said of a rule for which the target allows too few webhooks. */
function withinLimit({ failure, ...result }: RuleResult, limit: WebhookLimit | undefined): RuleResult {
  if (limit === undefined) return failure === undefined ? result : { ...result, failure };
  return { ...result, outcome: 'inconclusive', reason: tooFewWebhooks(limit) };
}

function skipped({ id, level, role, clause, statement }: Rule, reason: string): RuleResult {
  return { id, level, role, clause, statement, outcome: 'skip', reason, runs: 0, requests: 0, durationMs: 0 };
}
