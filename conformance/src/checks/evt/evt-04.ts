import { typeFiredBy } from '../../api/event-names.ts';
import { idOf } from '../../api/identity.ts';
import { resources } from '../../generated/resources.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import { memberOf } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { type Arrival, arrivalsAt } from '../../scenarios/deliveries/arrivals.ts';
import type { Cause } from '../../scenarios/events/cause.ts';
import { arrivalsEverywhere, type EventScenario, eventScenario } from '../../scenarios/events/event-scenario.ts';
import { firedEvents } from '../../scenarios/events/fired-events.ts';
import type { RetriedEvent } from '../../scenarios/retries/note-retries.ts';
import { retriedDeliveries } from '../../scenarios/retries/retried-delivery.ts';

/** EVT-04: EventGuid is unique per event, and the same on every attempt and for every webhook. */
export const evt04: Check = check('EVT-04', { isolation: 'every-delivery', weight: 1, awaitsDelivery: true }, async (context) => {
  const scenario = await eventScenario(context);
  if (scenario.steps.every((step) => step.count() === 0)) throw new Inconclusive('no event came');
  // Other users called the last operations under keys that the run used too.
  judgeUnique(context, [...scenario.steps, ...scenario.last]);
  judgeWebhooks(context, scenario);
  for (const event of (await retriedDeliveries(context))?.events ?? []) judgeAttempts(context, event);
  judgeRun(context);
  await context.part('repeated calls on one object', async () => judgeUnique(context, (await firedEvents(context)).own));
});

/** A target may fire several events of a type, but no event may belong to two causes. */
function judgeUnique(context: CheckContext, causes: readonly Cause[]): void {
  const known = new Map<string, Cause>();
  for (const cause of causes) {
    // A late event of an earlier call could pass for one of this call.
    for (const arrival of cause.own().filter(({ evento }) => cause.isOwn(evento))) {
      const guid = guidOf(arrival);
      const other = known.get(guid) ?? cause;
      context.judge(guid !== '' && other === cause, {
        message: `Two events must not share an EventGuid (${cause.type}).`,
        expected: `a new EventGuid ${cause.how}`,
        actual: guid === '' ? 'none' : `${guid}, as for ${other.type} ${other.how}`,
        about: { [JUDGED]: arrival.attempt },
      });
      known.set(guid, cause);
    }
  }
}

/** An event reaches every webhook of its company under the same EventGuid, however many events of a type a target fires. */
function judgeWebhooks(context: CheckContext, scenario: EventScenario): void {
  const everywhere = arrivalsEverywhere(scenario);
  for (const step of scenario.steps.filter(({ id }) => id !== undefined)) {
    const guids = new Set(step.own().map(guidOf));
    const own = everywhere.filter(({ evento }) => step.isOwn(evento));
    for (const arrivals of Map.groupBy(own, ({ subscription }) => subscription).values()) {
      context.judge(guids.size === 0 || arrivals.some((arrival) => guids.has(guidOf(arrival))), {
        message: 'An event must carry the same EventGuid to every webhook.',
        expected: `${[...guids].join(' or ')} for ${step.type} ${step.id}`,
        actual: arrivals.map(guidOf).join(', '),
        about: { [JUDGED]: arrivals.map(({ attempt }) => attempt) },
      });
    }
  }
}

/** Every attempt at an event carries its EventGuid. A target may fire several events, but not one for each attempt. */
function judgeAttempts(context: CheckContext, { type, attempts }: RetriedEvent): void {
  const guids = new Set(attempts.map(({ attempt }) => String(eventoOf(attempt)?.eventGuid)));
  const most = Math.max(1, attempts.length - 1);
  context.judge(guids.size <= most, {
    message: `Every attempt at an event (${type}) must carry the same EventGuid.`,
    expected: 'one EventGuid',
    actual: [...guids].join(', '),
    about: { 'an attempt to deliver it': attempts.map(({ attempt }) => attempt) },
  });
}

/** Looks at every delivery of the run so far, retries included. A named object is created once, and an event is about one object. */
function judgeRun(context: CheckContext): void {
  const labels = labelsByType(context);
  const guids = new Map<string, Set<string>>();
  const about = new Map<string, string>();
  for (const arrival of context.run.webhooks.all.flatMap((webhook) => arrivalsAt(webhook))) {
    const [guid, id] = [guidOf(arrival), idOf(arrival.evento.object)];
    if (id === undefined) continue;
    const what = `${String(arrival.evento.type)} ${id}`;
    context.judge((about.get(guid) ?? what) === what, {
      message: 'Two events must not share an EventGuid.',
      expected: `a new EventGuid for ${what}`,
      actual: `${guid}, as for ${about.get(guid)}`,
    });
    about.set(guid, what);
    const label = labels.get(String(arrival.evento.type));
    const name = label === undefined ? undefined : memberOf(arrival.evento.object, label);
    // Each company may number its objects from 1, so the id alone does not identify a new one.
    if (typeof name !== 'string' || !name.toLowerCase().includes(context.run.runName.toLowerCase())) continue;
    const named = `${what} ${name}`;
    guids.set(named, (guids.get(named) ?? new Set()).add(guid));
  }
  for (const [what, all] of guids) judgeOne(context, what, all);
}

/** The member that names a new object, by the type of the event of its creation. */
function labelsByType({ target }: CheckContext): ReadonlyMap<string, string> {
  const created = Object.values(resources).flatMap(({ label, operations: { create } }) => {
    const type = create && typeFiredBy(create, target);
    return type === undefined || label === undefined ? [] : [[type, label] as const];
  });
  return new Map(created);
}

function judgeOne(context: CheckContext, what: string, guids: ReadonlySet<string>): void {
  context.judge(guids.size === 1 && !guids.has(''), {
    message: 'An event must carry the same EventGuid to every webhook and on every attempt.',
    expected: `one EventGuid for ${what}`,
    actual: [...guids].join(', ') || 'none',
  });
}

function guidOf({ evento }: Arrival): string {
  return evento.eventGuid === undefined || evento.eventGuid === null ? '' : String(evento.eventGuid);
}
