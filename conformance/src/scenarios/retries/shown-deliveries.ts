import { isServed } from '../../api/requests.ts';
import { isSuccess, json } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { isObject, type Json, memberOf, writeJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { lookUntil } from '../../wait/look-until.ts';
import { asOtherUser } from '../as-other-user.ts';
import { guidOf } from '../log/log-pages.ts';
import { newestEntries } from '../log/newest-events.ts';
import { wholeEntry } from '../log/whole-entry.ts';

/** What the log shows of the delivery of an event to one webhook: read by id, and in the list. */
export interface ShownDelivery {
  readonly type: string;
  readonly eventGuid: string;
  readonly webhook: Webhook;
  readonly read: Json | undefined;
  readonly listed: Json | undefined;
  /** Whether the list was read to its end without showing the event. */
  readonly isUnlisted: boolean;
  /** Whether it is shown to another user, who does not own the webhook. */
  readonly isShownToOther: boolean;
}

/** Reads the deliveries of some events once each is ready, or has had time to be; none if the target has no log. */
export async function shownDeliveries(
  context: CheckContext,
  company: Company,
  webhook: Webhook,
  events: readonly Pick<ShownDelivery, 'type' | 'eventGuid'>[],
  isReady: (delivery: Json) => boolean,
): Promise<readonly ShownDelivery[]> {
  if (events.length === 0 || context.isQuick || !isServed(context, 'listEvento') || !isServed(context, 'getEvento')) return [];
  const read: Omit<ShownDelivery, 'listed' | 'isUnlisted'>[] = [];
  const asOther = await asOtherUser(context);
  for (const { type, eventGuid } of events) {
    const own = await readUntil(context, company, webhook, eventGuid, isReady);
    const isShownToOther = asOther !== undefined && (await isShown(context, asOther, company, webhook, eventGuid));
    read.push({ type, eventGuid, webhook, read: own, isShownToOther });
  }
  const guids = events.map(({ eventGuid }) => eventGuid);
  const { entries, hasEnded } = await newestEntries(context, company, guids);
  return read.map((event) => {
    const entry = entries.find((one) => guidOf(one) === event.eventGuid);
    return { ...event, listed: deliveryTo(entry, webhook.id), isUnlisted: entry === undefined && hasEnded };
  });
}

/** Whether the sender of the call sees the delivery. */
async function isShown(
  context: CheckContext,
  as: (call: Call) => Call,
  company: Company,
  { id: webhookId }: Webhook,
  id: string,
): Promise<boolean> {
  const call = as((await context.api()).call('getEvento', { company, id }));
  const answer = await context.send(call);
  return isSuccess(answer) && deliveryTo(await wholeEntry(context, call, json(answer)), webhookId) !== undefined;
}

/** What the log shows, for a message. */
export function shown(value: Json | undefined): string {
  return writeJson(value ?? null).slice(0, 400);
}

/** The delivery to a webhook in an entry of the log. */
export function deliveryTo(entry: Json | undefined, webhookId: string): Json | undefined {
  const deliveries = memberOf(entry, 'deliveries');
  return Array.isArray(deliveries)
    ? deliveries.find((delivery: Json) => isObject(delivery) && String(memberOf(delivery, 'webhookId')) === webhookId)
    : undefined;
}

/** The attempts at a webhook that an entry of the log shows; undefined if it shows none. */
export function attemptsTo(entry: Json | undefined, { id }: Webhook): readonly Json[] | undefined {
  const attempts = memberOf(deliveryTo(entry, id), 'attempts');
  return Array.isArray(attempts) ? attempts : undefined;
}

/** The delivery of an event to a webhook, read until it is ready, or has had time to be. */
export async function readUntil(
  context: CheckContext,
  company: Company,
  { id }: Webhook,
  guid: string,
  isReady: (delivery: Json) => boolean,
): Promise<Json | undefined> {
  const isEntryReady = (entry: Json): boolean => {
    const delivery = deliveryTo(entry, id);
    return delivery !== undefined && isReady(delivery);
  };
  return deliveryTo(await readEntryUntil(context, company, guid, isEntryReady), id);
}

/** An entry of the log with all its deliveries, read until it is ready, or has had time to be. */
export async function readEntryUntil(
  context: CheckContext,
  company: Company,
  guid: string,
  isReady: (entry: Json) => boolean,
): Promise<Json | undefined> {
  const call = (await context.api()).call('getEvento', { company, id: guid });
  let entry: Json | undefined;
  await lookUntil(context, async () => {
    const answer = await context.send(call);
    entry = isSuccess(answer) ? await wholeEntry(context, call, json(answer)) : undefined;
    return entry !== undefined && isReady(entry);
  });
  return entry;
}
