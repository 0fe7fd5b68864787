import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';
import { whileArriving } from '../../wait/arrives.ts';
import { type Arrival, arrivalsAt, isSameEvent } from '../deliveries/arrivals.ts';
import type { MissedEvents } from './alike-webhooks.ts';

/** The events of the configured companies that the webhook for all companies received, and no webhook for a single company. */
export async function missedByBound(context: CheckContext, everywhere: Webhook, bound: readonly Webhook[]): Promise<MissedEvents> {
  const companies = new Set(context.target.companies.map(({ id }) => id));
  const missed = (): readonly Arrival[] =>
    arrivalsAt(everywhere)
      .filter(({ evento }) => companies.has(String(evento.companyId)))
      .filter((one) => !bound.some((webhook) => arrivalsAt(webhook).some((other) => isSameEvent(one, other))));
  const hasSettled = await whileArriving(context, bound, () => missed().length === 0);
  return { what: 'is for one company only', everyCompany: false, missed: hasSettled ? missed() : [], unverified: [] };
}
