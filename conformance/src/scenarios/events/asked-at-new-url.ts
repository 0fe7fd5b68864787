import { isServed } from '../../api/requests.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';
import type { Evento } from '../../receiver/attempt.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import { type Registration, update } from '../webhooks/registration.ts';
import { guidsOf } from './cause.ts';
import type { Firing } from './firing.ts';

/** Redeliveries of events that a webhook had confirmed, requested after a PUT gave it another Url. */
export interface AskedAtNewUrl {
  /** The types that came again to another webhook, but not to the new Url. */
  readonly missing: readonly string[];
  /** What came again to the old Url. */
  readonly astray: readonly Arrival[];
}

/**
 * @param webhook undefined if there is none whose Url can be changed
 * @param control a webhook that received the same events
 * @throws Skip, Inconclusive if the target accepts no such PUT
 */
export async function askedAtNewUrl(
  context: CheckContext,
  webhook: Registration | undefined,
  control: Webhook,
  firings: readonly Firing[],
): Promise<AskedAtNewUrl | undefined> {
  if (webhook === undefined || context.isQuick || !isServed(context, 'redeliverEvento')) return undefined;
  const guids = guidsOf(firings.flatMap(({ once, amid }) => [...once.arrivals(), ...amid.arrivals()]));
  const confirmed = arrivalsAt(webhook).filter(({ evento }) => guids.has(String(evento.eventGuid)));
  const ofEachType = [...new Map(confirmed.toReversed().map(({ evento }) => [evento.type, evento])).values()];
  // A few types are enough: each must come to the new Url when it is fired.
  const types = new Map(ofEachType.filter((_, index) => index % 3 === 0).map(({ eventGuid, type }) => [eventGuid, String(type)] as const));
  const { endpoint, url } = await context.run.webhooks.open(context.rule);
  await update(context, webhook, { Url: url });
  const countAt = (at: Pick<Webhook, 'endpoint'>, guid: Evento['eventGuid']): number =>
    arrivalsAt(at).filter(({ evento }) => evento.eventGuid === guid).length;
  const before = new Map([...types.keys()].map((guid) => [guid, countAt(control, guid)]));
  const arrived = arrivalsAt(webhook).length;
  const api = await context.api();
  for (const guid of types.keys()) await context.send(api.call('redeliverEvento', { company: webhook.company, id: String(guid) }));
  const cameAgain = (guid: Evento['eventGuid']): boolean => countAt(control, guid) > (before.get(guid) ?? 0);
  const { deliveryWithinMs } = context.target.timing;
  await context.rest(() => control.endpoint.arrives(() => [...types.keys()].every(cameAgain), deliveryWithinMs));
  const missing = (): readonly string[] =>
    [...types].flatMap(([guid, type]) => (cameAgain(guid) && countAt({ endpoint }, guid) === 0 ? [type] : []));
  await context.rest(() => endpoint.arrives(() => missing().length === 0, deliveryWithinMs));
  const later = arrivalsAt(webhook).slice(arrived);
  return { missing: missing(), astray: later.filter(({ evento }) => types.has(evento.eventGuid)) };
}
