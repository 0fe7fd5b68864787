import { type CustomerComponents, nextLink, paths } from '@business-cloud/server';
import { webhookId } from '../model/ids.ts';
import type { LoggedEvent } from '../store/event-log.ts';
import { notFound } from '../usecases/refusal.ts';
import type { ServiceHandlers } from './service-handlers.ts';

/** The log of events, and their redelivery (D-06). */
export const eventoHandlers: Pick<ServiceHandlers, 'listEvento' | 'getEvento' | 'redeliverEvento'> = {
  async listEvento({ query: { limit, after } }, { transaction, user, isAbandoned }) {
    const page = await transaction.lists.run(() => transaction.events.list(after, limit), { user: user.id, isAbandoned });
    // After an event that is not there, there is nothing.
    if (page === undefined) return { status: 200, body: [] };
    const last = page.entries.at(-1);
    const next = page.more && last !== undefined ? nextLink(paths.listEvento(), { limit, after: last.evento.EventGuid }) : {};
    return { status: 200, headers: next, body: page.entries.map(toEntry) };
  },

  async getEvento({ params: { eventGuid }, query: { after = 0 } }, { transaction, user, isAbandoned }) {
    const read = () => transaction.events.get(eventGuid, webhookId(after));
    const event = await transaction.lists.run(read, { user: user.id, isAbandoned });
    return event === undefined ? notFound('event', eventGuid) : { status: 200, body: toEntry(event) };
  },

  async redeliverEvento({ params: { eventGuid } }, { transaction }) {
    await transaction.redeliver(eventGuid);
    const event = await transaction.events.get(eventGuid, webhookId(0));
    return event === undefined ? notFound('event', eventGuid) : { status: 202, body: toEntry(event) };
  },
};

function toEntry({ evento, occurredAt, origin, deliveries }: LoggedEvent): CustomerComponents['schemas']['EventoLogEntry'] {
  const entry = { evento, occurredAt, origin, deliveries: [...deliveries.entries] };
  const last = deliveries.entries.at(-1);
  if (!deliveries.more || last === undefined) return entry;
  return { ...entry, nextDeliveries: `${paths.getEvento({ eventGuid: evento.EventGuid })}?after=${last.webhookId}` };
}
