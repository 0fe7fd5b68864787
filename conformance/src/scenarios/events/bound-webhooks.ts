import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';
import { whileArriving } from '../../wait/arrives.ts';
import { type Arrival, arrivalsAt, isSameEvent } from '../deliveries/arrivals.ts';
import type { MissedEvents } from './alike-webhooks.ts';

/** What a webhook for all companies has got of the configured companies, and no webhook for one of these alone. */
export async function missedByBound(context: CheckContext, everywhere: Webhook, bound: readonly Webhook[]): Promise<MissedEvents> {
  const companies = new Set(context.target.companies.map(({ id }) => id));
  const missed = (): readonly Arrival[] =>
    arrivalsAt(everywhere)
      .filter(({ evento }) => companies.has(String(evento.companyId)))
      .filter((one) => !bound.some((webhook) => arrivalsAt(webhook).some((other) => isSameEvent(one, other))));
  const hasSettled = await whileArriving(context, bound, () => missed().length === 0);
  return { what: 'is for its company alone', everyCompany: false, missed: hasSettled ? missed() : [], unverified: [] };
}
