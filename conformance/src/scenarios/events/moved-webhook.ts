import { isServed } from '../../api/requests.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import type { Audience } from '../webhooks/audiences.ts';
import { draftWebhook, inCapitals, type Registration, register, update, updateCall, withQuery } from '../webhooks/registration.ts';

/** Whom the webhooks are for, and their types. */
export type Events = Pick<Audience, 'company' | 'aziendaId'> & Pick<Webhook, 'events'>;

/** A webhook to which a PUT gave another Url, and all types instead of one. Only the last type is new to it. */
export interface MovedWebhook {
  /** The webhook after the PUT. */
  readonly webhook: Registration;
  /** Its old endpoint. */
  readonly before: Pick<Webhook, 'endpoint'>;
  /** How the path of each delivery must end. A proxy in front of the receiver may change what comes before. */
  readonly pathEnd: string;
}

/** @throws Skip, Inconclusive if the target accepts no such PUT */
export async function movedWebhook(context: CheckContext, { events: types, ...audience }: Events): Promise<MovedWebhook> {
  const before = await register(
    context,
    await draftWebhook(context, { ...audience, events: types.slice(0, Math.max(1, types.length - 1)) }),
  );
  await update(context, before, { Events: types.slice(0, 1) });
  const { endpoint, url: plain } = await context.run.webhooks.open(context.rule);
  const at = plain.lastIndexOf('/');
  const marked = withQuery(`${plain.slice(0, at)}/Via%2FConformance${plain.slice(at)}`);
  let url = plain;
  // Whether a Url may have capitals, an escape and a query is the target's choice.
  for (url of [inCapitals(marked), marked, plain]) {
    const isPlain = url === plain;
    const changes = { Url: url, Events: [...types] };
    if (isSuccess(await update(context, before, changes, (call) => (isPlain ? context.prepare(call) : context.send(call))))) break;
  }
  const webhook = { ...before, endpoint, url, events: types, body: { ...before.body, Url: url, Events: [...types] } };
  return { webhook, before, pathEnd: url.slice(at) };
}

/** Redeliveries of events that a webhook had confirmed, requested after a PUT gave it another Url. */
export interface AskedAtNewUrl {
  /** The types that came again to another webhook, but not to the new Url. */
  readonly missing: readonly string[];
  /** What came again to the old Url. */
  readonly astray: readonly Arrival[];
}

/**
 * @param control a webhook that received the same events
 * @throws Skip, Inconclusive if the target accepts no such PUT
 */
export async function askedAtNewUrl(
  context: CheckContext,
  webhook: Registration,
  control: Webhook,
  events: readonly Arrival[],
): Promise<AskedAtNewUrl | undefined> {
  if (context.isQuick || !isServed(context, 'redeliverEvento')) return undefined;
  const { endpoint, url } = await context.run.webhooks.open(context.rule);
  await update(context, webhook, { Url: url });
  const types = new Map(events.map(({ evento }) => [evento.eventGuid, String(evento.type)] as const));
  const countsOf = (at: Pick<Webhook, 'endpoint'>): ReadonlyMap<unknown, number> => countsOfGuids(arrivalsAt(at));
  const [before, arrived] = [countsOf(control), arrivalsAt(webhook).length];
  const api = await context.api();
  for (const guid of types.keys()) await context.send(api.call('redeliverEvento', { company: webhook.company, id: String(guid) }));
  const cameAgain = (guid: unknown): boolean => (countsOf(control).get(guid) ?? 0) > (before.get(guid) ?? 0);
  const { deliveryWithinMs } = context.target.timing;
  await context.rest(() => control.endpoint.arrives(() => [...types.keys()].every(cameAgain), deliveryWithinMs));
  const missing = (): readonly string[] =>
    [...types].flatMap(([guid, type]) => (cameAgain(guid) && !countsOf({ endpoint }).has(guid) ? [type] : []));
  await context.rest(() => endpoint.arrives(() => missing().length === 0, deliveryWithinMs));
  return {
    missing: missing(),
    astray: arrivalsAt(webhook)
      .slice(arrived)
      .filter(({ evento }) => types.has(evento.eventGuid)),
  };
}

function countsOfGuids(arrivals: readonly Arrival[]): ReadonlyMap<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const { evento } of arrivals) counts.set(evento.eventGuid, (counts.get(evento.eventGuid) ?? 0) + 1);
  return counts;
}

/** A webhook for all types, which a PUT reduced to the last one. */
export interface NarrowedWebhook {
  readonly webhook: Webhook;
  readonly type: string;
}

/** Undefined if there is only one type. @throws Skip, Inconclusive if the target accepts no such PUT */
export async function narrowedWebhook(context: CheckContext, { events: types, ...audience }: Events): Promise<NarrowedWebhook | undefined> {
  const type = types.at(-1);
  if (type === undefined || types.length === 1) return undefined;
  const webhook = await register(context, await draftWebhook(context, { ...audience, events: types }));
  await update(context, webhook, { Events: [type] });
  return { webhook, type };
}

/** A webhook for the last type. A PUT of another Url and all types had a stale token, and was refused. */
export interface UnmovedWebhook {
  readonly webhook: Webhook;
  readonly type: string;
  /** The endpoint of the refused Url. */
  readonly elsewhere: Pick<Webhook, 'endpoint'>;
}

/** Undefined if there is only one type, or the PUT was not refused. @throws Skip, Inconclusive if the target accepts no PUT */
export async function unmovedWebhook(context: CheckContext, { events: types, ...audience }: Events): Promise<UnmovedWebhook | undefined> {
  const type = types.at(-1);
  if (type === undefined || types.length === 1) return undefined;
  const webhook = await register(context, await draftWebhook(context, { ...audience, events: [type] }));
  await update(context, webhook, { Description: `${webhook.endpoint.name} changed` });
  const { endpoint, url } = await context.run.webhooks.open(context.rule);
  const changes = { Url: url, Events: types };
  const answer = await context.send(await updateCall(context, webhook, { changes, token: webhook.concurrencyToken }));
  return isSuccess(answer) ? undefined : { webhook, type, elsewhere: { endpoint } };
}
