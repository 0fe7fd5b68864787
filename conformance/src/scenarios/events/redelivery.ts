import { headerNames } from '../../api/header-names.ts';
import { isServed } from '../../api/requests.ts';
import { withHeader, withoutHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Json } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import type { Webhook } from '../../model/webhook.ts';
import { arrivesAtAny, nothing } from '../../wait/arrives.ts';
import { type Arrival, arrivalsAt } from '../deliveries/arrivals.ts';
import { rewritten } from '../retries/changed-webhooks.ts';
import { attemptsTo, readEntryUntil } from '../retries/shown-deliveries.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { withdraw } from '../webhooks/registration.ts';
import type { Cause } from './cause.ts';
import { type EventLog, followedSteps, type Subscription } from './event-log.ts';

/** One event that was redelivered on demand. */
export interface Redelivery {
  readonly type: string;
  /** The status of the answer. */
  readonly status: number;
  /** The event's arrivals at each webhook, before the redelivery was requested and after. */
  readonly arrivals: readonly {
    readonly webhook: Webhook;
    readonly before: readonly Arrival[];
    readonly after: readonly Arrival[];
  }[];
  /** The log's entry of it before the redelivery was requested, and after; undefined if it cannot be read. */
  readonly logged: readonly [before: Json | undefined, after: Json | undefined];
  /** A webhook that had received it, and was deleted before the log was read. */
  readonly gone: Webhook | undefined;
  /** Arrivals at webhooks that it was not meant for, or that were deleted. */
  readonly astray: readonly Arrival[];
}

/** Requests events of each type again, after one of their webhooks was deleted, another was given another type, and a third was created. */
export async function redeliver(
  context: CheckContext,
  subscription: Subscription | undefined,
  all: readonly Subscription[],
  steps: readonly Cause[],
  log: EventLog | undefined,
): Promise<readonly Redelivery[]> {
  const company = subscription?.company;
  if (subscription === undefined || company === undefined || !isServed(context, 'redeliverEvento')) return [];
  const last = all.findLast((one) => one !== subscription && one.company === company && one.types.length > 1);
  const gone = last && (await withdraw(context, last.webhook)) ? last : undefined;
  if (!context.isQuick) await turnAway(context, company, all);
  const late = await createWebhook(context, company, subscription.types, { lasting: true });
  const strangers = [late, ...(gone ? [gone.webhook] : [])];
  const staying = all.map(({ webhook }) => webhook).filter((webhook) => webhook !== gone?.webhook);
  const webhooks = [...staying, ...strangers];
  const arrivalsOf = (webhook: Webhook, guid: string): readonly Arrival[] =>
    arrivalsAt(webhook).filter(({ evento }) => String(evento.eventGuid) === guid);
  const api = await context.api();
  // Requesting a redelivery does not cause the event, so it has another application id.
  const { applicationId } = headerNames(context.target.service.headerWord);
  const asked: { readonly type: string; readonly guid: string; readonly status: number; readonly counts: readonly number[] }[] = [];
  for (const { type, arrivals } of followedSteps(steps.filter((step) => step.company === company))) {
    const [first] = arrivals();
    if (first === undefined) continue;
    const guid = String(first.evento.eventGuid);
    const counts = webhooks.map((webhook) => arrivalsOf(webhook, guid).length);
    const call = withHeader(api.call('redeliverEvento', { company, id: guid }), applicationId, context.fresh());
    // A refused request delivers nothing.
    if (asked.length === 0) await context.send(withoutHeader(call, 'Authorization'));
    const { status } = await context.send(call);
    asked.push({ type, guid, status, counts });
  }
  const arrivalsAgain = ({ guid, counts }: (typeof asked)[number]): Redelivery['arrivals'] =>
    staying.flatMap((webhook, index) => {
      const [all, count = 0] = [arrivalsOf(webhook, guid), counts[index]];
      return count === 0 ? [] : [{ webhook, before: all.slice(0, count), after: all.slice(count) }];
    });
  const came = (): boolean => asked.every((one) => one.status > 299 || arrivalsAgain(one).every(({ after }) => after.length > 0));
  await arrivesAtAny(webhooks, came, context.target.timing.deliveryWithinMs);
  const entryOf = (of: string): Json | undefined => log?.events.find(({ delivered }) => String(delivered.evento.eventGuid) === of)?.read;
  const logs = new Map<string, Json | undefined>();
  for (const one of asked) {
    const before = entryOf(one.guid);
    // The log records an attempt after it was answered.
    const isNoted = (entry: Json): boolean =>
      arrivalsAgain(one).every(
        ({ webhook, after }) => after.length === 0 || isLonger(attemptsTo(entry, webhook), attemptsTo(before, webhook)),
      );
    if (before !== undefined) logs.set(one.guid, await readEntryUntil(context, company, one.guid, isNoted));
  }
  await nothing(context, webhooks, () => webhooks.flatMap((webhook) => webhook.endpoint.attempts));
  await withdraw(context, late);
  return asked.map((one) => ({
    type: one.type,
    status: one.status,
    gone: gone && one.counts[webhooks.indexOf(gone.webhook)] !== 0 ? gone.webhook : undefined,
    arrivals: arrivalsAgain(one),
    astray: strangers.flatMap((webhook, index) => arrivalsOf(webhook, one.guid).slice(one.counts[staying.length + index])),
    logged: [entryOf(one.guid), logs.get(one.guid)],
  }));
}

/** Gives a webhook for one type another type. It must still receive redeliveries of what it received before. */
async function turnAway(context: CheckContext, company: Company, all: readonly Subscription[]): Promise<void> {
  const [one, other] = all.filter((subscription) => subscription.company === company && subscription.types.length === 1);
  if (one === undefined || other === undefined) return;
  await rewritten(context, one.webhook, { Events: other.types });
}

/** Whether there are more attempts. True if the log shows none, so that nothing is awaited. */
function isLonger(after: readonly Json[] | undefined, before: readonly Json[] | undefined): boolean {
  return after === undefined || before === undefined || after.length > before.length;
}
