import { createdWith } from '../faults/subscriptions.ts';
import { isTexts } from '../faults/webhooks.ts';
import type { Mutants, NewFault } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

/** A fault that subscribes a webhook to more types than it asks for. */
function eventsAdded(more: (events: readonly string[]) => readonly string[]): NewFault {
  return createdWith('Events', (asked) => (isTexts(asked) ? [...new Set([...asked, ...more(asked)])] : asked));
}

export const mutants: Mutants = {
  'every-type-of-the-object': {
    mayBreak: ['SIG-03'],
    fault: eventsAdded((events) =>
      events
        .flatMap((type) => ['Create', 'Update', 'Delete'].map((name) => `${type.split('.')[0]}.${name}`))
        .filter((type) => type.startsWith('Anagrafica')),
    ),
  },
  'objects-and-event-types-each-for-themselves': {
    mayBreak: ['SIG-03'],
    fault: eventsAdded((events) =>
      events
        .flatMap((one) => events.map((other) => `${one.split('.')[0]}.${other.split('.')[1]}`))
        .filter((type) => !/\.(Emit|Export)$/.test(type)),
    ),
  },
  'updates-with-creations': {
    mayBreak: ['SIG-03'],
    fault: eventsAdded((events) => events.map((type) => type.replace('.Create', '.Update'))),
  },
  'stock-items-are-written-with-a-capital-too': eventsAdded((events) =>
    events.filter((type) => type.startsWith('Articolo.')).map((type) => `a${type.slice(1)}`),
  ),
  'exports-with-creations-of-invoices': eventsAdded((events) =>
    events.filter((type) => type.endsWith('Xml.Create')).map((type) => type.replace('Create', 'Export')),
  ),
  'last-type-alone': {
    mayBreak: ['EVT-03', 'EVT-04', 'EVT-07', 'EVT-08', 'EVT-09', 'EVT-10', 'EVT-12', 'EVT-13', 'EVT-15'],
    judgedAlone: true,
    deliveryFault: () => {
      const first = new Map<string, unknown>();
      return async (delivery, deliver) => {
        const { Type } = bodyOf(delivery);
        if (!first.has(delivery.secret)) first.set(delivery.secret, Type);
        return first.get(delivery.secret) === Type ? await deliver(delivery) : 204;
      };
    },
  },
  'types-found-inside-longer-ones': eventsAdded((events) =>
    events.flatMap((type) => /(?:Anagrafica|articolo|Documento)\.\w+$/.exec(type)?.[0] ?? []),
  ),
};
