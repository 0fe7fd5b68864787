import { callable, type OptionKinds, readOptions } from '#runtime';
import { isKnownEvento } from '../evento/parse-evento.ts';
import { fault } from '../fault.ts';
import { eventoTypes } from '../generated/events.ts';
import { WebhookError } from '../webhook-error.ts';
import type { EventHandler, EventHandlers } from './receiver-options.ts';

const HANDLERS: OptionKinds<EventHandlers<unknown>> = {
  other: callable,
  // There is a kind for each type.
  ...(Object.fromEntries(eventoTypes.map((type) => [type, callable])) as OptionKinds<Omit<EventHandlers<unknown>, 'other'>>),
};

/**
 * The handler that chooses among these.
 *
 * @throws {TypeError} for a type of event that there is not
 */
export function oneHandler<Transaction>(given: EventHandler<Transaction> | EventHandlers<Transaction>): EventHandler<Transaction> {
  if (typeof given === 'function') return given;
  const handlers = readOptions<EventHandlers<Transaction>>(given, HANDLERS, fault, 'onEvent.');
  // Each gets the events of its type alone.
  const byType = new Map(Object.entries(handlers) as [string, EventHandler<Transaction>][]);
  return (evento, delivery) => {
    const own = byType.get(evento.Type);
    if (own && isKnownEvento(evento)) return own(evento, delivery);
    if (handlers.other) return handlers.other(evento, delivery);
    // It would be lost if it counted as processed.
    if (own) throw new WebhookError('not-an-event', `The Object of ${evento.EventGuid} does not fit ${evento.Type}.`);
  };
}
