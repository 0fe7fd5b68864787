import { memberOf } from '../../model/json.ts';
import type { Arrival } from '../deliveries/arrivals.ts';
import { includesText, textsIn } from '../operations/holds-text.ts';
import { arrivalsEverywhere, type EventScenario } from './event-scenario.ts';
import type { Subscription, TakenStep } from './step.ts';

/** An event that came to a webhook of one company. */
export interface KnownArrival extends Arrival {
  readonly subscription: Subscription;
  /** The steps on objects whose name the event shows. */
  readonly steps: readonly TakenStep[];
}

/** The events that came to a company's webhook and name that company, with the steps on the objects whose names they show. */
export function arrivalsKnownByName(scenario: EventScenario): readonly KnownArrival[] {
  const named = scenario.steps.flatMap((step) => {
    const name = nameOf(step);
    return name === undefined ? [] : [{ step, name }];
  });
  // One event comes to many webhooks.
  const known = new Map<string, readonly TakenStep[]>();
  const stepsIn = (texts: string): readonly TakenStep[] => {
    const steps = known.get(texts) ?? named.filter(({ name }) => includesText(texts, name)).map(({ step }) => step);
    known.set(texts, steps);
    return steps;
  };
  return arrivalsEverywhere(scenario)
    .filter(({ evento, subscription: { company } }) => company !== undefined && String(evento.companyId) === company.id)
    .map((arrival) => ({ ...arrival, steps: stepsIn(textsIn(arrival.evento.object)) }));
}

/** The first event that shows only names of another company: either its object or its company is wrong. */
export function strayArrival(scenario: EventScenario): KnownArrival | undefined {
  return arrivalsKnownByName(scenario).find(
    ({ steps, subscription }) => steps.length > 0 && steps.every(({ company }) => company !== subscription.company),
  );
}

/** The name of a step's object, which nothing else in the run has. */
function nameOf({ sent, named, shown }: TakenStep): string | undefined {
  const member = named?.();
  const name = memberOf(sent(), 'nome') ?? (member === undefined ? undefined : memberOf(shown(), member));
  return typeof name === 'string' ? name : undefined;
}
