import { type Arrival, arrivalsOf, awaitEvent, contactTypes, createContact } from '../../probe/contact-life.ts';
import { deliveryScene } from '../../probe/retried-delivery.ts';
import { eventoOf } from '../../receiver/delivery.ts';
import { type Check, exclusiveCheck } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';

/** How many events are told apart. */
const events = 6;

/** EVT-04: EventGuid is unique per event, and the same on every attempt and for every webhook. */
export const evt04: Check = exclusiveCheck('EVT-04', async (trial) => {
  const [company] = trial.target.companies;
  const { create } = contactTypes(trial);
  const [one, other] = [
    await trial.bench.webhooks.create(trial, company, [create]),
    await trial.bench.webhooks.create(trial, company, [create]),
  ];
  const seen = new Map<string, string>();
  for (let event = 0; event < events; event += 1) {
    const contact = await createContact(trial, company);
    const [here, there] = [await awaitEvent(trial, one, create, contact), await awaitEvent(trial, other, create, contact)];
    const guid = guidOf(here);
    trial.judge(guid !== '' && guid === guidOf(there), {
      message: 'One event must carry one EventGuid to every webhook.',
      expected: guid || 'an EventGuid',
      actual: guidOf(there) || 'none',
    });
    const all = new Set([one, other].flatMap((hook) => arrivalsOf(hook, create, contact)).map(guidOf));
    trial.judge(all.size === 1, { message: 'One creation must be one event.', expected: 'one EventGuid', actual: [...all].join(', ') });
    trial.judge(!seen.has(guid), {
      message: 'Two events must not share an EventGuid.',
      expected: 'a new EventGuid',
      actual: `${guid}, as for ${seen.get(guid)}`,
    });
    seen.set(guid, contact.nome);
  }
  await judgeAttempts(trial);
});

async function judgeAttempts(trial: Trial): Promise<void> {
  const { attempts } = await deliveryScene(trial);
  const guids = new Set(attempts.map(({ delivery }) => String(eventoOf(delivery)?.eventGuid)));
  if (attempts.length < 2) return;
  trial.judge(guids.size === 1, {
    message: 'Every attempt to deliver an event must carry the same EventGuid.',
    expected: 'one EventGuid',
    actual: [...guids].join(', '),
  });
}

function guidOf({ evento }: Arrival): string {
  return evento.eventGuid === undefined || evento.eventGuid === null ? '' : String(evento.eventGuid);
}
