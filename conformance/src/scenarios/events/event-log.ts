import { headerNames } from '../../api/header-names.ts';
import { isServed } from '../../api/requests.ts';
import { isSuccess, json } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { type Json, type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { lookUntil } from '../../wait/arrives.ts';
import { asOtherUser } from '../as-other-user.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import { guidOf, wholeEntry } from '../log/log-pages.ts';
import { entriesDownTo } from '../log/newest-events.ts';
import { deliveryTo } from '../retries/shown-deliveries.ts';
import type { Cause } from './cause.ts';

/** A webhook of the scenario. */
export interface Subscription {
  readonly webhook: Webhook;
  readonly types: readonly string[];
  /** Undefined if its AziendaId is null. */
  readonly company: Company | undefined;
}

/** One event, as it was delivered and as the log shows it. */
export interface LoggedEvent {
  readonly type: string;
  readonly delivered: Arrival;
  /** The webhooks that received it. */
  readonly webhooks: readonly Webhook[];
  /** Its entries in the list. A correct log has exactly one. */
  readonly listed: readonly JsonObject[];
  /** The index of its first entry in the list; -1 if there is none. */
  readonly place: number;
  /** Whether it was read by its id. */
  readonly isRead: boolean;
  /** The event, read by its id; undefined if that failed, or was not tried. */
  readonly read: Json | undefined;
  /** The event, read by its id as another user; undefined if that failed, or was not tried. */
  readonly readByOther: Json | undefined;
  /** How many entries of it another user's list has; undefined if there is no other user, or the list was not read that far. */
  readonly entriesForOther: number | undefined;
}

/** What the event log shows after all deliveries. */
export interface EventLog {
  /** Events of each type and of each company, in the order of their calls. Each call was answered before the next was sent. */
  readonly events: readonly LoggedEvent[];
  /** The EventGuids of the newest events, in the order of the list. */
  readonly order: readonly string[];
  /** The newest entries of another user's list, read on several pages; none if there is no such user. */
  readonly listedToOther: readonly JsonObject[];
}

/** Entries per page: few enough that the last events, one company after the other, fill several pages. */
const PAGE = 15;
/** Entries per page that another user reads. */
const OTHERS_PAGE = 20;

/**
 * Undefined if the target has no log. It is read with an application id that caused none of the events.
 * @param last events of every company in turn, all fired after the steps
 */
export async function eventLog(
  context: CheckContext,
  company: Company,
  steps: readonly Cause[],
  last: readonly Cause[],
  subscriptions: readonly Subscription[],
): Promise<EventLog | undefined> {
  if (!isServed(context, 'listEvento') || !isServed(context, 'getEvento')) return undefined;
  const api = await context.api();
  const { applicationId } = headerNames(context.target.service.headerWord);
  const reader = context.fresh();
  const byReader = (call: Call): Call => withHeader(call, applicationId, reader);
  const list = byReader(api.call('listEvento', { company }));
  const followed = followedSteps(steps.filter((one) => one.company === company));
  const told = [...followed, ...last].flatMap((one) => {
    const [delivered] = one.arrivals();
    // The list alone shows the order of the last events.
    const isRead = !last.some((other) => other === one);
    return delivered === undefined ? [] : [{ type: one.type, delivered, isRead, guid: String(delivered.evento.eventGuid) }];
  });
  const guids = told.map(({ guid }) => guid);
  // The log records a delivery only after its confirmation.
  const isNoted = (guid: string, entry: JsonObject): boolean =>
    webhooksOf(subscriptions, guid).every(
      ({ id }) => ![undefined, 'pending'].some((state) => memberOf(deliveryTo(entry, id), 'state') === state),
    );
  let [entries, hasEnded]: [readonly JsonObject[], boolean] = [[], false];
  await lookUntil(context, async () => {
    ({ entries, hasEnded } = await entriesDownTo(context, list, guids, PAGE));
    return entries.every((entry) => !guids.includes(guidOf(entry)) || isNoted(guidOf(entry), entry));
  });
  // The events are in the order of firing. Those before the first listed one are further down the log than the suite reads.
  const first = told.findIndex(({ guid }) => entries.some((entry) => guidOf(entry) === guid));
  const reached = hasEnded ? told : first === -1 ? [] : told.slice(first);
  if (reached.length < told.length) context.leaveUnjudged('events that are further down the log than the suite reads');
  const entryOf = (guid: string): Call => byReader(api.call('getEvento', { company, id: guid }));
  const asOther = await asOtherUser(context);
  const readByOther = new Map<string, Json | undefined>();
  const eachType = new Map(reached.toReversed().map((one) => [one.type, one]));
  if (asOther) for (const { guid } of eachType.values()) readByOther.set(guid, await shown(context, asOther(entryOf(guid))));
  // None of the webhooks belongs to the other user, so they see the events without any delivery.
  const theirs = [...readByOther].flatMap(([guid, read]) => (read === undefined ? [] : [guid]));
  const forOther = asOther && (await entriesDownTo(context, asOther(list), theirs, OTHERS_PAGE));
  const entriesForOther = (guid: string): number | undefined => {
    const count = forOther?.entries.filter((entry) => guidOf(entry) === guid).length;
    return count === 0 && forOther?.hasEnded === false ? undefined : count;
  };
  const events: LoggedEvent[] = [];
  for (const { guid, isRead, ...one } of reached) {
    const listed = entries.filter((entry) => guidOf(entry) === guid);
    const read = isRead ? await shown(context, entryOf(guid)) : undefined;
    const webhooks = webhooksOf(subscriptions, guid);
    const place = entries.findIndex((entry) => guidOf(entry) === guid);
    events.push({
      ...one,
      isRead,
      webhooks,
      listed,
      place,
      read,
      readByOther: readByOther.get(guid),
      entriesForOther: entriesForOther(guid),
    });
  }
  return { events, order: entries.map(guidOf), listedToOther: forOther?.entries ?? [] };
}

async function shown(context: CheckContext, call: Call): Promise<Json | undefined> {
  const answer = await context.send(call);
  return isSuccess(answer) ? await wholeEntry(context, call, json(answer)) : undefined;
}

function webhooksOf(subscriptions: readonly Subscription[], guid: string): readonly Webhook[] {
  const webhooks = subscriptions.map(({ webhook }) => webhook);
  return webhooks.filter((webhook) => arrivalsAt(webhook).some(({ evento }) => String(evento.eventGuid) === guid));
}

/**
 * For each type: the first step whose event came, the first whose object was changed later and still exists, and the first whose object was
 * deleted later. In the order of the steps.
 */
export function followedSteps(steps: readonly Cause[]): readonly Cause[] {
  const told = steps.filter(({ arrivals }) => arrivals().length > 0);
  const laterThan = (step: Cause): readonly Cause[] =>
    steps.slice(steps.indexOf(step) + 1).filter((other) => step.id !== undefined && other.id === step.id);
  const isGone = (step: Cause): boolean => laterThan(step).some(({ type }) => type.endsWith('.Delete'));
  const isChanged = (step: Cause): boolean => laterThan(step).length > 0 && !isGone(step);
  const types = [...new Set(told.map(({ type }) => type))];
  const followed = types.flatMap((type) => {
    const own = told.filter((step) => step.type === type);
    return [own[0], own.find(isChanged), own.find(isGone)];
  });
  return told.filter((step) => followed.includes(step));
}
