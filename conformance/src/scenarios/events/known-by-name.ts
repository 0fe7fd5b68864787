import { memberOf } from '../../model/json.ts';
import type { Arrival } from '../deliveries/arrivals.ts';
import { includesText, textsIn } from '../operations/holds-text.ts';
import { arrivalsEverywhere, type EventScenario } from './event-scenario.ts';
import type { Subscription, TakenStep } from './step.ts';

/** An event that came to a webhook of one company. */
export interface KnownArrival extends Arrival {
  readonly subscription: Subscription;
  /** What was done to objects that bear the name which its object bears. */
  readonly steps: readonly TakenStep[];
}

/** The events that came to webhooks of a company and say that they are of it, with the steps that their objects' names belong to. */
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

/** The first that bears a name of another company alone: it has either the wrong object or the wrong company. */
export function strayArrival(scenario: EventScenario): KnownArrival | undefined {
  return arrivalsKnownByName(scenario).find(
    ({ steps, subscription }) => steps.length > 0 && steps.every(({ company }) => company !== subscription.company),
  );
}

/** What names the object of a step, and nothing else in the run. */
function nameOf({ sent, named, shown }: TakenStep): string | undefined {
  const member = named?.();
  const name = memberOf(sent(), 'nome') ?? (member === undefined ? undefined : memberOf(shown(), member));
  return typeof name === 'string' ? name : undefined;
}
