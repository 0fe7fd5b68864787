import { paths } from '@business-cloud/server';
import { notFound } from '../usecases/refusal.ts';
import type { ServiceHandlers } from './service-handlers.ts';

/** The log of events, and their redelivery (D-06). */
export const eventoHandlers: Pick<ServiceHandlers, 'listEvento' | 'getEvento' | 'redeliverEvento'> = {
  async listEvento({ query: { limit, after } }, { transaction, user, isAbandoned }) {
    const page = await transaction.lists.run(() => transaction.events.list(after, limit), { user: user.id, isAbandoned });
    // After an event that is not there, there is nothing.
    if (page === undefined) return { status: 200, body: [] };
    const last = page.entries.at(-1);
    const next =
      page.more && last !== undefined ? { Link: `<${paths.listEvento()}?limit=${limit}&after=${last.evento.EventGuid}>; rel="next"` } : {};
    return { status: 200, headers: next, body: [...page.entries] };
  },

  async getEvento({ params: { eventGuid } }, { transaction }) {
    const entry = await transaction.events.get(eventGuid);
    return entry === undefined ? notFound('event', eventGuid) : { status: 200, body: entry };
  },

  async redeliverEvento({ params: { eventGuid } }, { transaction }) {
    await transaction.redeliver(eventGuid);
    const entry = await transaction.events.get(eventGuid);
    return entry === undefined ? notFound('event', eventGuid) : { status: 202, body: entry };
  },
};
