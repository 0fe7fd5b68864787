import { createsForGood, isServed } from '../api/requests.ts';
import { type OperationId, operations } from '../generated/operations.ts';
import { eventObjects } from '../generated/resources.ts';
import type { Coverage, RuleCoverage } from '../model/coverage.ts';
import type { JudgedRule } from '../model/judged-rule.ts';
import type { Surface } from '../model/target.ts';
import type { ActiveRun } from './active-run.ts';

/** How often each operation of a rule was called for it, and each event type delivered in the run. Leaves out what the target lacks. */
export function ruleCoverage({ operations: names }: JudgedRule, run: ActiveRun, called: Coverage): RuleCoverage {
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
export function uncalled(coverage: RuleCoverage, at: Pick<ActiveRun, 'target'>): readonly string[] {
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
