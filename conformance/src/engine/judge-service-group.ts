import { createsForGood, isServed } from '../api/requests.ts';
import type { TimelineShare } from '../api/timeline.ts';
import { webhookBody } from '../api/webhook-body.ts';
import { type OperationId, operations } from '../generated/operations.ts';
import { eventObjects } from '../generated/resources.ts';
import { isSuccess } from '../http/answer.ts';
import { LostAnswer } from '../http/lost-answer.ts';
import { Stopped, unlessStopped } from '../http/stopped.ts';
import type { Beginning, Check } from '../model/check.ts';
import type { CheckContext } from '../model/check-context.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { Coverage, RuleCoverage } from '../model/coverage.ts';
import type { Answer } from '../model/exchange.ts';
import type { JudgedRule } from '../model/judged-rule.ts';
import type { RuleResult } from '../model/result.ts';
import type { Company, Surface } from '../model/target.ts';
import { Failure, Inconclusive, Skip } from '../model/verdict.ts';
import { removeMadeFor } from './cleanup.ts';
import type { ActiveRun } from './create-run.ts';
import { judgeRule } from './judge-rule.ts';
import type { RoleRun } from './lead-run.ts';
import { RuleContext } from './rule-context.ts';
import { type Entry, isAlone, type Turns } from './schedule.ts';

/** How many webhooks a target allows a company. */
interface WebhookLimit {
  readonly company: Company;
  readonly webhooks: number;
}

/** The most plain webhooks that are created to find out whether there is a limit. */
const MOST_TRIES = 100;

type ServiceEntry = Entry<CheckContext>;
type Judge = (clock: TimelineShare | undefined) => Promise<void>;
/** The contexts of checks whose background part has started. */
type Begun = Map<string, RuleContext>;

/** Judges rules of a service in parallel. Rules that hit the target's limit of webhooks are judged again one by one. */
export function serviceJudging(run: ActiveRun): Pick<RoleRun<CheckContext>, 'begin' | 'judgeGroup'> {
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

/**
 * Starts the background part of a check, and returns its context for the rest of the check, which meets any error of this part again.
 * @throws ConfigurationError if the target cannot be judged as configured
 */
async function beginRule({ id }: JudgedRule, { act }: Beginning<CheckContext>, run: ActiveRun): Promise<RuleContext> {
  const context = new RuleContext(id, run);
  try {
    await unlessStopped(act(context), run.signal);
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
  }
  return context;
}

/**
 * Judges a service by one rule.
 * @param clock the rule's part in moves of the target's clock, if it may have one
 * @param begun the context in which the background part of the check started
 */
async function judgeServiceRule(
  rule: JudgedRule,
  check: Pick<Check, 'run'>,
  run: ActiveRun,
  clock: TimelineShare | undefined,
  begun?: RuleContext,
): Promise<RuleResult> {
  const result = await judgeRule<RuleContext>(rule, {
    check: check.run,
    newContext: (before = begun) => new RuleContext(rule.id, run, { clock, ...(before && { before }) }),
    retried: async (context, error) => {
      if (await isLost(run, error)) return false;
      // Several checks may wait for a call that one of them sends, so the error of this check is not always the lost answer.
      const lost = error instanceof LostAnswer ? error : context.lost;
      // The target may have closed a kept connection as the call was sent, which is no fault. Judge again, with one connection per call.
      if (lost?.reusable) await run.driver.giveUpKeepAlive();
      return lost?.isByChance ?? false;
    },
    coverage: (called) => ruleCoverage(rule, run, called),
    missing: (coverage) => uncalled(coverage, run),
  });
  return result.outcome === 'pass' || run.watch.lost === undefined ? result : untold(result, run.watch.lost);
}

/** Whether a rule failed or could not be judged because the target is gone. */
async function isLost({ watch, signal }: ActiveRun, error: unknown): Promise<boolean> {
  const mayBe = error instanceof Failure || error instanceof LostAnswer || error instanceof Inconclusive || error instanceof Skip;
  return mayBe && !signal.aborted && (await watch.isGone());
}

function untold({ failure: _failure, ...result }: RuleResult, reason: string): RuleResult {
  return { ...result, outcome: 'inconclusive', reason };
}

/** Whether a limit may explain a rule's result. If so, the rule is judged again when no other rule needs webhooks. */
async function needsRoom(run: ActiveRun, { id, outcome }: RuleResult): Promise<boolean> {
  const { registrations } = run.traces;
  // Once a limit is known, it is the likeliest reason, and need not be confirmed again.
  if (outcome === 'pass' || registrations.limited) return registrations.limited && registrations.refusedFor(id) !== undefined;
  return (await webhookLimit(run, id)) !== undefined;
}

/**
 * The limit that explains a refused registration. There is one if plain registrations are refused too, before clearly more webhooks exist
 * than at the refusal. Undefined if the refusal had another reason.
 */
async function webhookLimit(run: ActiveRun, rule: string): Promise<WebhookLimit | undefined> {
  const { registrations } = run.traces;
  const name = `webhook limit, ${rule}`;
  const context = new RuleContext(name, run);
  try {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const refused = registrations.refusedFor(rule);
      if (refused === undefined) return undefined;
      const webhooks = run.traces.webhookCount(refused.company);
      if (isSuccess(await register(context, refused.company))) continue;
      registrations.limited = webhooks > 0;
      return webhooks > 0 ? { company: refused.company, webhooks } : undefined;
    }
  } catch (error) {
    if (!(error instanceof LostAnswer || error instanceof Stopped || error instanceof Inconclusive)) throw error;
  } finally {
    await removeMadeFor(run, name);
  }
  return undefined;
}

/** Creates the plainest possible webhook, for an event type that the target is known to accept. */
async function register(context: RuleContext, company: Company): Promise<Answer> {
  const { endpoint, url } = await context.run.webhooks.open(context.rule);
  const events = [context.run.traces.registrations.takenType ?? `${context.target.surface.eventObjects.anagrafica}.Delete`];
  return await context.send(
    (await context.api()).call('createWebhook', { company, body: webhookBody(company, url, endpoint.name, events) }),
  );
}

/** The reason for a rule that needs more webhooks than the target allows. */
function tooFewWebhooks({ company, webhooks }: WebhookLimit): string {
  return `the target refuses another webhook of company ${company.id} while this run has ${webhooks}, and this rule needs more: raise the limit for the run`;
}

/** How often each operation of a rule was called for it, and each event type delivered in the run. Leaves out what the target lacks. */
function ruleCoverage({ operations: names }: JudgedRule, run: ActiveRun, called: Coverage): RuleCoverage {
  return Object.fromEntries(
    names.flatMap((name) => {
      if (!isOperation(name)) return [[name, run.webhooks.attempts.of(typeAtTarget(name, run.target.surface))]];
      return isServed(run, name) ? [[name, called.of(name)]] : [];
    }),
  );
}

/** The coverage at the end of the run, including deliveries that came after the rule was judged. */
export function withLateDeliveries(coverage: RuleCoverage, { webhooks, target }: ActiveRun): RuleCoverage {
  return Object.fromEntries(
    Object.entries(coverage).map(([name, times]) => [
      name,
      isOperation(name) ? times : webhooks.attempts.of(typeAtTarget(name, target.surface)),
    ]),
  );
}

/**
 * The operations that a rule binds and the target has, but that were never called for it. Creations that nobody can undo do not count,
 * because they are not made for each rule.
 */
function uncalled(coverage: RuleCoverage, at: Pick<ActiveRun, 'target'>): readonly string[] {
  const isMissing = (name: string, times: number): boolean => times === 0 && isOperation(name) && !createsForGood(at, name);
  return Object.entries(coverage).flatMap(([name, times]) => (isMissing(name, times) ? [name] : []));
}

function isOperation(name: string): name is OperationId {
  return Object.hasOwn(operations, name);
}

/** The target's name of an event type. */
function typeAtTarget(type: string, { eventObjects: named }: Surface): string {
  const [object = '', event = ''] = type.split('.');
  const setting = Object.entries(eventObjects).find(([, name]) => name === object)?.[0];
  return `${setting === undefined ? object : named[setting as keyof typeof named]}.${event}`;
}
