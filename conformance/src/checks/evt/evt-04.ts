import { contactTypes } from '../../api/event-names.ts';
import { idOf } from '../../api/identity.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { type Arrival, arrivalsAt } from '../../scenarios/deliveries/arrivals.ts';
import { eventScenario } from '../../scenarios/events/event-scenario.ts';
import { retriedDeliveries } from '../../scenarios/retries/retried-delivery.ts';

/** EVT-04: EventGuid is unique per event, and the same on every attempt and for every webhook. */
export const evt04: Check = check('EVT-04', { isolation: 'every-delivery', weight: 1 }, async (context) => {
  const { steps } = await eventScenario(context);
  const events = new Map<string, string>();
  for (const { type, company, arrivals } of steps) {
    // A target may fire more events of a type than one; none of them is one of another step.
    const what = `${type} in company ${company.id}`;
    const guids = new Set(arrivals().map(guidOf));
    for (const guid of guids) {
      context.judge(guid !== '' && !events.has(guid), {
        message: 'Two events must not share an EventGuid.',
        expected: `a new EventGuid for ${what}`,
        actual: guid === '' ? 'none' : `${guid}, as for ${events.get(guid)}`,
      });
    }
    for (const guid of guids) events.set(guid, what);
  }
  if (events.size === 0) throw new Inconclusive('no event came');
  await retriedDeliveries(context);
  judgeRun(context);
});

/** Over all that the run has seen so far, retried attempts among it: a contact is created once, and an event is about one thing. */
function judgeRun(context: CheckContext): void {
  const { create } = contactTypes(context);
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
    // Each company may number its contacts from 1: a new one is recognised by its name too.
    const named = `${what} ${JSON.stringify(memberOf(arrival.evento.object, 'nome') ?? null)}`;
    if (arrival.evento.type === create) guids.set(named, (guids.get(named) ?? new Set()).add(guid));
  }
  for (const [what, all] of guids) judgeOne(context, what, all);
}

function judgeOne(context: CheckContext, what: string, guids: ReadonlySet<string>): void {
  context.judge(guids.size === 1 && !guids.has(''), {
    message: 'One event must carry one EventGuid, to every webhook and on every attempt.',
    expected: `one EventGuid for ${what}`,
    actual: [...guids].join(', ') || 'none',
  });
}

function guidOf({ evento }: Arrival): string {
  return evento.eventGuid === undefined || evento.eventGuid === null ? '' : String(evento.eventGuid);
}
