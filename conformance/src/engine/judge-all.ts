import type { TimelineShare } from '../api/timeline.ts';
import type { Rule } from '../generated/rules.ts';
import { isKnownFailure } from '../model/baseline.ts';
import type { Check } from '../model/check.ts';
import type { RuleResult } from '../model/result.ts';
import type { RunOptions } from '../model/run-options.ts';
import type { ActiveRun } from './active-run.ts';
import { removeWebhooks } from './cleanup.ts';
import { judgeRule } from './judge-rule.ts';
import { type Entry, isAlone, schedule } from './schedule.ts';
import { needsRoom, tooFewWebhooks, type WebhookLimit, webhookLimit } from './webhook-limit.ts';

/** What is reported of each rule while all are judged. */
export interface Observer {
  readonly started: (rule: Rule) => void;
  /** Takes a result, answers it as it will be reported. */
  readonly judged: (result: RuleResult) => RuleResult;
}

/** Judges the rules as their checks say that they can be scheduled; answers in the order of the rules. */
export async function judgeAll(
  checks: readonly Check[],
  selected: readonly Rule[],
  run: ActiveRun,
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
  const unlessOver = async ({ rule, check }: Entry, judge: (clock: TimelineShare | undefined) => Promise<void>): Promise<void> => {
    // Before any of its neighbours begins: the clock stands still until all of them have.
    const clock = check.isolation === 'shared' ? undefined : run.timeline?.join();
    await run.workers.enter();
    try {
      const reason = reasonToStop(results, run, options);
      if (reason !== undefined) return report(skipped(rule, reason));
      await judge(clock);
      await removeWebhooks(run, rule.id);
      run.webhooks.forget(rule.id, run.runName);
    } finally {
      clock?.leave();
      run.workers.leave();
    }
  };
  const alone = async ({ rule, check }: Entry, ownRun: ActiveRun, clock: TimelineShare | undefined): Promise<void> => {
    const result = await judgeRule(rule, check, ownRun, clock);
    report(withinLimit(result, result.outcome === 'pass' ? undefined : await webhookLimit(run, rule.id)));
  };
  // In a context of its own, so that it draws new names and keys, and what failed to be prepared once in a run is prepared again.
  const emptied: ActiveRun = { ...run, runName: `${run.runName}-again` };
  for (const group of schedule(entries, run.workers.oneByOne)) {
    const crowded: Entry[] = [];
    const first = async (entry: Entry, clock: TimelineShare | undefined): Promise<void> => {
      observer.started(entry.rule);
      if (isAlone(entry.check)) return await alone(entry, run, clock);
      const result = await judgeRule(entry.rule, entry.check, run, clock);
      if (await needsRoom(run, result)) crowded.push(entry);
      else report(result);
    };
    await Promise.all(group.map((entry) => unlessOver(entry, (clock) => first(entry, clock))));
    for (const entry of crowded) await unlessOver(entry, (clock) => alone(entry, emptied, clock));
  }
  return selected.flatMap(({ id }) => results.get(id) ?? []);
}

/** Every rule as it stands when the run was stopped before any was judged. */
export function skipAll(selected: readonly Rule[], observer: Observer): readonly RuleResult[] {
  return selected.map((rule) => observer.judged(skipped(rule, STOPPED_BEFORE)));
}

const STOPPED_BEFORE = 'the run was stopped before it';

function reasonToSkip(rule: Rule, check: Check | undefined, { profile = 'stated' }: RunOptions): string | undefined {
  if (rule.level === 'chosen' && profile !== 'reference') return 'the source leaves this open: judged only under --profile reference';
  if (rule.unobservable !== undefined) return rule.unobservable;
  return check === undefined ? 'this version of the suite has no check for it yet' : undefined;
}

function reasonToStop(results: ReadonlyMap<string, RuleResult>, run: ActiveRun, { bail = false }: RunOptions): string | undefined {
  if (run.signal.aborted) return STOPPED_BEFORE;
  const failed = bail && [...results.values()].find((result) => result.outcome === 'fail' && !isKnownFailure(result));
  return failed ? `${failed.id} failed before it (--bail)` : undefined;
}

/** Nothing can be said of a rule for which the target allows too few webhooks. */
function withinLimit({ failure, ...result }: RuleResult, limit: WebhookLimit | undefined): RuleResult {
  if (limit === undefined) return failure === undefined ? result : { ...result, failure };
  return { ...result, outcome: 'inconclusive', reason: tooFewWebhooks(limit) };
}

function skipped({ id, level, role, clause, statement }: Rule, reason: string): RuleResult {
  return { id, level, role, clause, statement, outcome: 'skip', reason, runs: 0, requests: 0, durationMs: 0, coverage: {} };
}
