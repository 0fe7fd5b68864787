import type { TimelineShare } from '../api/timeline.ts';
import type { CheckContext } from '../model/check-context.ts';
import type { RuleResult } from '../model/rule-result.ts';
import type { ActiveRun } from './active-run.ts';
import { beginRule } from './begin-rule.ts';
import { removeMadeFor } from './cleanup.ts';
import type { RoleJudging, Turns } from './judge-all.ts';
import { judgeServiceRule } from './judge-service-rule.ts';
import type { RuleContext } from './rule-context.ts';
import { type Entry, isAlone } from './schedule.ts';
import { needsRoom, tooFewWebhooks, type WebhookLimit, webhookLimit } from './webhook-limit.ts';

type ServiceEntry = Entry<CheckContext>;
type Judge = (clock: TimelineShare | undefined) => Promise<void>;
/** The contexts of checks whose background part has started. */
type Begun = Map<string, RuleContext>;

/** Judges rules of a service in parallel. Rules that hit the target's limit of webhooks are judged again one by one. */
export function serviceJudging(run: ActiveRun): RoleJudging<CheckContext> {
  // A run name of its own gives new names and keys, and repeats preparations that are done once a run.
  const emptied: ActiveRun = { ...run, runName: `${run.runName}-again` };
  const begun: Begun = new Map();
  return {
    begin: async (entries) => {
      for (const { check } of entries) if (check.watch) run.watches.push(check.watch(run));
      for (const { rule, check } of entries) if (check.begin) begun.set(rule.id, await beginRule(rule, check.begin, run));
    },
    judgeGroup: async (group, turns) => {
      const crowded: ServiceEntry[] = [];
      const first = async (entry: ServiceEntry, clock: TimelineShare | undefined): Promise<void> => {
        turns.started(entry.rule);
        const before = begun.get(entry.rule.id);
        if (isAlone(entry.check)) return await judgeAlone(entry, run, clock, turns, before);
        const result = await judgeServiceRule(entry.rule, entry.check, run, clock, before);
        if (await needsRoom(run, result)) crowded.push(entry);
        else turns.report(result);
      };
      await Promise.all(group.map((entry) => inTurn(entry, run, turns, (clock) => first(entry, clock))));
      for (const entry of crowded) await inTurn(entry, run, turns, (clock) => judgeAlone(entry, emptied, clock, turns));
    },
  };
}

async function inTurn({ rule, check }: ServiceEntry, run: ActiveRun, turns: Turns, judge: Judge): Promise<void> {
  // Join before any rule of the group starts, so that the clock stands still until all have started.
  const clock = check.isolation === 'shared' ? undefined : run.timeline?.join();
  try {
    await turns.take(rule, async () => {
      await judge(clock);
      await removeMadeFor(run, rule.id);
      run.webhooks.forget(rule.id, run.runName);
    });
  } finally {
    clock?.leave();
  }
}

async function judgeAlone(
  { rule, check }: ServiceEntry,
  run: ActiveRun,
  clock: TimelineShare | undefined,
  turns: Turns,
  before?: RuleContext,
): Promise<void> {
  const result = await judgeServiceRule(rule, check, run, clock, before);
  turns.report(withinLimit(result, result.outcome === 'pass' ? undefined : await webhookLimit(run, rule.id)));
}

/** A rule is inconclusive if the target allows too few webhooks for it. */
function withinLimit({ failure, ...result }: RuleResult, limit: WebhookLimit | undefined): RuleResult {
  if (limit === undefined) return failure === undefined ? result : { ...result, failure };
  return { ...result, outcome: 'inconclusive', reason: tooFewWebhooks(limit) };
}
