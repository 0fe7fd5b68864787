import { isServed } from '../../api/requests.ts';
import { isSuccess, json } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { isObject, type Json, type JsonObject, memberOf, writeJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { lookUntil } from '../../wait/arrives.ts';
import { asOtherUser } from '../as-other-user.ts';
import { guidOf, wholeEntry } from '../log/log-pages.ts';
import { type NewestEntries, newestEntries } from '../log/newest-events.ts';

/** What the log shows of the delivery of an event to one webhook. */
export interface ShownDelivery {
  readonly type: string;
  readonly eventGuid: string;
  readonly webhook: Webhook;
  /** Read by the event's id; undefined if it was not read so, or is not shown. */
  readonly read: Json | undefined;
  /** The delivery as each operation shows it that was called for it. */
  readonly views: readonly (readonly [operation: 'getEvento' | 'listEvento', delivery: Json | undefined])[];
  /** Whether the list was read to its end without showing the event. */
  readonly isUnlisted: boolean;
  /** Whether it is shown to another user, who does not own the webhook. */
  readonly isShownToOther: boolean;
}

/** The list shows every event. One of so many is read by its id too. */
const READ_EACH = 4;

/** Reads the deliveries of some events once each is ready, or has had time to be; none if the target has no log. */
export async function shownDeliveries(
  context: CheckContext,
  company: Company,
  webhook: Webhook,
  events: readonly Pick<ShownDelivery, 'type' | 'eventGuid'>[],
  isReady: (delivery: Json) => boolean,
): Promise<readonly ShownDelivery[]> {
  if (events.length === 0 || context.isQuick || !isServed(context, 'listEvento') || !isServed(context, 'getEvento')) return [];
  const guids = events.map(({ eventGuid }) => eventGuid);
  const listed = await listedUntil(context, company, guids, (entry) => {
    const delivery = deliveryTo(entry, webhook.id);
    return delivery !== undefined && isReady(delivery);
  });
  const inList = ({ entries }: NewestEntries, guid: string): JsonObject | undefined => entries.find((one) => guidOf(one) === guid);
  const asOther = await asOtherUser(context);
  const read = new Map<string, Json | undefined>();
  for (const [index, guid] of guids.entries()) {
    if (index % READ_EACH === 0 || inList(listed, guid) === undefined)
      read.set(guid, await readUntil(context, company, webhook, guid, isReady));
  }
  const isOther = ([guid, delivery]: readonly [string, Json | undefined]): boolean =>
    memberOf(deliveryTo(inList(listed, guid), webhook.id), 'state') !== memberOf(delivery, 'state');
  // A delivery may have gone on since the list was read.
  const latest = [...read].some(isOther) ? await newestEntries(context, company, guids) : listed;
  const [first] = guids;
  const isFirstShown = first !== undefined && asOther !== undefined && (await isShown(context, asOther, company, webhook, first));
  return events.map(({ type, eventGuid }) => {
    const entry = inList(latest, eventGuid);
    const views = [
      ...(read.has(eventGuid) ? [['getEvento', read.get(eventGuid)] as const] : []),
      ['listEvento', deliveryTo(entry, webhook.id)] as const,
    ];
    const isUnlisted = entry === undefined && latest.hasEnded;
    return { type, eventGuid, webhook, read: read.get(eventGuid), views, isUnlisted, isShownToOther: isFirstShown && eventGuid === first };
  });
}

/** The newest entries of the log down to these events, read until each of these is ready, or has had time to be. */
export async function listedUntil(
  context: CheckContext,
  company: Company,
  guids: readonly string[],
  isReady: (entry: Json, guid: string) => boolean,
): Promise<NewestEntries> {
  let listed: NewestEntries = { entries: [], hasEnded: false };
  await lookUntil(context, async () => {
    listed = await newestEntries(context, company, guids);
    // An event that is not listed by now was waited for already.
    return listed.entries.every((entry) => !guids.includes(guidOf(entry)) || isReady(entry, guidOf(entry)));
  });
  return listed;
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
