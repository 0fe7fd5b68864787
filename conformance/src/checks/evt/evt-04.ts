import { idOf } from '../../api/identity.ts';
import type { Trial } from '../../engine/trial.ts';
import { memberOf } from '../../http/json.ts';
import { type Check, exclusiveCheck } from '../../model/check.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Arrival } from '../../scenarios/deliveries/heard.ts';
import { eventScene } from '../../scenarios/events/event-scene.ts';
import { arrivals, contactTypes } from '../../scenarios/resources/contact-life.ts';
import { retriedDeliveries } from '../../scenarios/retries/retried-delivery.ts';

/** EVT-04: EventGuid is unique per event, and the same on every attempt and for every webhook. */
export const evt04: Check = exclusiveCheck('EVT-04', async (trial) => {
  const { happenings } = await eventScene(trial);
  const events = new Map<string, string>();
  for (const { type, company, heard } of happenings) {
    // A target may fire more events of a type than one; none of them is one of another happening.
    const what = `${type} in company ${company.id}`;
    const guids = new Set(heard().map(guidOf));
    for (const guid of guids) {
      trial.judge(guid !== '' && !events.has(guid), {
        message: 'Two events must not share an EventGuid.',
        expected: `a new EventGuid for ${what}`,
        actual: guid === '' ? 'none' : `${guid}, as for ${events.get(guid)}`,
      });
    }
    for (const guid of guids) events.set(guid, what);
  }
  if (events.size === 0) throw new Inconclusive('no event came');
  await retriedDeliveries(trial);
  judgeRun(trial);
});

/** Over all that the run has seen so far, retried attempts among it: a contact is created once, and an event is about one thing. */
function judgeRun(trial: Trial): void {
  const { create } = contactTypes(trial);
  const guids = new Map<string, Set<string>>();
  const about = new Map<string, string>();
  for (const arrival of trial.bench.webhooks.hooks.flatMap((hook) => arrivals(hook))) {
    const [guid, id] = [guidOf(arrival), idOf(arrival.evento.object)];
    if (id === undefined) continue;
    const what = `${String(arrival.evento.type)} ${id}`;
    trial.judge((about.get(guid) ?? what) === what, {
      message: 'Two events must not share an EventGuid.',
      expected: `a new EventGuid for ${what}`,
      actual: `${guid}, as for ${about.get(guid)}`,
    });
    about.set(guid, what);
    // Companies may count their contacts each for itself: a new one is told by its name too.
    const named = `${what} ${JSON.stringify(memberOf(arrival.evento.object, 'nome') ?? null)}`;
    if (arrival.evento.type === create) guids.set(named, (guids.get(named) ?? new Set()).add(guid));
  }
  for (const [what, all] of guids) judgeOne(trial, what, all);
}

function judgeOne(trial: Trial, what: string, guids: ReadonlySet<string>): void {
  trial.judge(guids.size === 1 && !guids.has(''), {
    message: 'One event must carry one EventGuid, to every webhook and on every attempt.',
    expected: `one EventGuid for ${what}`,
    actual: [...guids].join(', ') || 'none',
  });
}

function guidOf({ evento }: Arrival): string {
  return evento.eventGuid === undefined || evento.eventGuid === null ? '' : String(evento.eventGuid);
}
