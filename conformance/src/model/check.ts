import type { RuleId } from '../generated/rules.ts';
import type { CheckContext, RunContext } from './check-context.ts';
import type { ClientContext } from './client-context.ts';
import type { Exchange } from './exchange.ts';
import type { JudgedRule, JudgedRuleId, OwnRuleId } from './judged-rule.ts';
import type { ReceiverContext } from './receiver-context.ts';

/**
 * Which checks a check may run in parallel with. The engine runs the kinds in this order:
 * - `first`: alone. It tests what all other checks depend on.
 * - `shared`: in parallel with its kind. It disturbs no other check.
 * - `quiet`: alone. Nothing else happens at the target, so each event can be traced to its cause.
 * - `clock`: in parallel with its kind. These checks move the target's clock together.
 * - `every-delivery`: alone, after all checks that trigger deliveries. It examines every delivery of the run.
 * - `every-exchange`: alone, after all checks with a subject of their own. It examines every exchange of the run.
 * - `guessing`: alone and last. It provokes the target's defences against guessing, and the target may then refuse everybody for a while.
 */
export type Isolation = 'first' | 'shared' | 'quiet' | 'clock' | 'every-delivery' | 'every-exchange' | 'guessing';

/** How the engine schedules a check. */
export interface Scheduling {
  /** What may run in parallel with it. */
  readonly isolation: Isolation;
  /** How long it takes compared with others of its kind. The longest start first. */
  readonly weight: 1 | 2 | 3 | 4;
  /** Whether it can judge nothing if the target's deliveries do not arrive. */
  readonly awaitsDelivery?: true;
}

/**
 * A part of a check that starts before any rule is judged, because it takes long or must come first, and goes on in the background.
 * The run waits for `act`, so `act` only starts it. If `act` fails, `run` meets the same problem later.
 */
export interface Beginning<Context> {
  /** What runs in the background and at which budgets, for readers of the rule's description. */
  readonly what: string;
  readonly act: (context: Context) => Promise<unknown>;
}

/** The one check of one rule; `Context` is what checks of the rule's role work with. */
export interface Check<Context = CheckContext, Id extends JudgedRuleId = RuleId> extends Scheduling {
  readonly rule: Id;
  readonly run: (context: Context) => Promise<void>;
  readonly begin?: Beginning<Context>;
  /** Sees every exchange of a run, whichever rule sent it. There are many of them, so it must keep little of each. */
  readonly watch?: (run: RunContext) => Watch;
}

/** Is called with each exchange when it ends. */
export type Watch = (exchange: Exchange) => void;

/** The check of a rule that a service is judged by. */
export function check(
  rule: RuleId,
  scheduling: Scheduling,
  run: (context: CheckContext) => Promise<void>,
  begin?: Beginning<CheckContext>,
): Check {
  return { rule, ...scheduling, run, ...(begin && { begin }) };
}

/**
 * The check of a rule that binds every exchange of a run. It records what matters while the run goes on, and judges the records when
 * nothing else is running.
 */
export function over<Notes extends { readonly note: Watch }>(
  rule: RuleId,
  weight: Scheduling['weight'],
  begin: (run: RunContext) => Notes,
  judge: (context: CheckContext, notes: Notes) => Promise<void>,
): Check {
  const notesOf = new WeakMap<RunContext, Notes>();
  const watch = (run: RunContext): Watch => {
    const notes = begin(run);
    notesOf.set(run, notes);
    return (exchange) => notes.note(exchange);
  };
  const run = async (context: CheckContext): Promise<void> => {
    const notes = notesOf.get(context.run);
    if (notes !== undefined) await judge(context, notes);
  };
  return { rule, isolation: 'every-exchange', weight, run, watch };
}

/** The check of a rule that a receiver is judged by. */
export function receiverCheck(
  rule: RuleId,
  scheduling: Scheduling,
  run: (context: ReceiverContext) => Promise<void>,
): Check<ReceiverContext> {
  return { rule, ...scheduling, run };
}

/** The check of a rule that a client is judged by. */
export function clientCheck(rule: RuleId, scheduling: Scheduling, run: (context: ClientContext) => Promise<void>): Check<ClientContext> {
  return { rule, ...scheduling, run };
}

/**
 * A check of a rule that is not part of the contract. The same engine judges it in every profile and removes what it creates.
 * By default it runs in parallel with others and must not disturb them.
 */
export interface OwnCheck extends Partial<Scheduling> {
  /** Its id in reports: `OWN-` and a name that you choose. */
  readonly id: OwnRuleId;
  /** What must hold, in one sentence. */
  readonly statement: string;
  /** Where the rule is written down. */
  readonly clause?: string;
  /** Judges the rule by calls of `context.judge`. */
  readonly run: (context: CheckContext) => Promise<void>;
}

/** The rule that an own check judges. */
export function ruleOf({ id, statement, clause = 'a check of your own' }: OwnCheck): JudgedRule {
  return { id, level: 'own', role: 'service', clause, statement, operations: [] };
}
