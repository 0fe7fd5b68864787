import type { Arrival } from '../deliveries/arrivals.ts';
import { includesText, textsIn } from '../operations/holds-text.ts';
import type { Cause } from './cause.ts';
import type { Subscription } from './event-log.ts';
import { arrivalsEverywhere, type EventScenario } from './event-scenario.ts';

/** An event that came to a webhook of one company. */
export interface KnownArrival extends Arrival {
  readonly subscription: Subscription;
  /** The steps on objects whose name the event shows. */
  readonly steps: readonly Cause[];
}

/** Everything that came, with the steps on the objects whose names it shows. */
export function arrivalsKnownByName(scenario: EventScenario): readonly KnownArrival[] {
  // One event comes to many webhooks.
  const known = new Map<string, readonly Cause[]>();
  const stepsIn = (texts: string): readonly Cause[] => {
    const steps = known.get(texts) ?? scenario.steps.filter(({ label }) => label !== undefined && includesText(texts, label.text));
    known.set(texts, steps);
    return steps;
  };
  return arrivalsEverywhere(scenario).map((arrival) => ({ ...arrival, steps: stepsIn(textsIn(arrival.evento.object)) }));
}

/** Whether an event came to a webhook of the company that it names. */
export function isAtItsCompany({ evento, subscription: { company } }: KnownArrival): boolean {
  return company !== undefined && String(evento.companyId) === company.id;
}

/** An event that shows only objects of another company than its webhook's. */
export function isStray({ steps, subscription: { company } }: KnownArrival): boolean {
  return company !== undefined && steps.length > 0 && steps.every((step) => step.company !== company);
}
