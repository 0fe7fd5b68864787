import type { RuleId } from '../generated/rules.ts';
import type { CheckContext } from './check-context.ts';
import type { ClientContext } from './client-context.ts';
import type { Exchange } from './exchange.ts';
import type { JudgedRuleId } from './judged-rule.ts';
import type { ReceiverContext } from './receiver-context.ts';
import type { RunContext } from './run-context.ts';

/**
 * What a check may run beside, in the order in which the engine takes them:
 * - `first`: alone: what it finds is what every other would wait for;
 * - `shared`: beside all others of its kind: it disturbs none of them;
 * - `quiet`: alone, while nothing else happens at the target, so that each event is known by what was done;
 * - `clock`: beside all others of its kind, which move the target's clock together;
 * - `every-delivery`: alone, after all that make the target deliver: it looks at every delivery of the run;
 * - `every-exchange`: alone, after all that are about something else: it looks at every exchange of the run;
 * - `guessing`: alone and last: it provokes the target's defences against guessing, after which it may refuse everybody for a while.
 */
export type Isolation = 'first' | 'shared' | 'quiet' | 'clock' | 'every-delivery' | 'every-exchange' | 'guessing';

/** How the engine schedules a check. */
export interface Scheduling {
  /** What may run beside it. */
  readonly isolation: Isolation;
  /** How long it takes beside others of its kind, from 1: those that take longest begin first. */
  readonly weight: 1 | 2 | 3 | 4;
  /** Whether it can say nothing if the target's deliveries do not arrive. */
  readonly awaitsDelivery?: true;
}

/**
 * A part of the check of a service's rule that begins before any rule is judged, since it takes so long or since nothing may have happened before, and
 * goes on beside all of them. What follows waits for `act`, which therefore only sets it going; where that goes wrong, `run` meets it again.
 */
export interface Beginning<Context> {
  /** What goes on, and at which budgets, for whoever reads about the rule. */
  readonly what: string;
  readonly act: (context: Context) => Promise<unknown>;
}

/** The one check of one rule; `Context` is what checks of the rule's role work with. */
export interface Check<Context = CheckContext, Id extends JudgedRuleId = RuleId> extends Scheduling {
  readonly rule: Id;
  readonly run: (context: Context) => Promise<void>;
  readonly begin?: Beginning<Context>;
  /** Takes note of every exchange of a run, whichever rule it is made for. Exchanges are many: what it keeps of them must be little. */
  readonly watch?: (run: RunContext) => Watch;
}

/** Is told of each exchange as it ends. */
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
 * The check of a rule of every exchange of a run: it notes what matters of each as it comes, and judges what it has noted once nothing else is
 * under way.
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
