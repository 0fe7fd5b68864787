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
import type { EventLog } from './event-log.ts';
import { followedSteps } from './followed-steps.ts';
import type { Subscription, TakenStep } from './step.ts';

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

/** A Redelivery while more may come. */
interface OpenRedelivery extends Pick<Redelivery, 'type' | 'status' | 'gone'> {
  readonly guid: string;
  readonly before: Json | undefined;
  readonly arrivals: readonly (Omit<Redelivery['arrivals'][number], 'after'> & { readonly after: () => readonly Arrival[] })[];
  readonly astray: () => readonly Arrival[];
}

/** Requests events of each type again, after one of their webhooks was deleted, another was given another type, and a third was created. */
export async function redeliver(
  context: CheckContext,
  subscription: Subscription | undefined,
  all: readonly Subscription[],
  steps: readonly TakenStep[],
  log: EventLog | undefined,
): Promise<readonly Redelivery[]> {
  const company = subscription?.company;
  if (subscription === undefined || company === undefined || !isServed(context, 'redeliverEvento')) return [];
  const gone = all.findLast((one) => one !== subscription && one.company === company && one.types.length > 1);
  if (gone) await withdraw(context, gone.webhook);
  if (!context.isQuick) await turnAway(context, company, all);
  const late = await createWebhook(context, company, subscription.types, { lasting: true });
  const strangers = [late, ...(gone ? [gone.webhook] : [])];
  const staying = all.map(({ webhook }) => webhook).filter((webhook) => webhook !== gone?.webhook);
  const arrivalsOf = (webhook: Webhook, guid: string): readonly Arrival[] =>
    arrivalsAt(webhook).filter(({ evento }) => String(evento.eventGuid) === guid);
  const redeliveries: OpenRedelivery[] = [];
  const api = await context.api();
  // Requesting a redelivery does not cause the event, so it has another application id.
  const { applicationId } = headerNames(context.target.service.headerWord);
  const own = steps.filter((step) => step.company === company);
  for (const { type, arrivals } of followedSteps(own)) {
    const [first] = arrivals();
    if (first === undefined) continue;
    const guid = String(first.evento.eventGuid);
    const known = staying.map((webhook) => ({ webhook, before: arrivalsOf(webhook, guid) })).filter(({ before }) => before.length > 0);
    const earlier = strangers.flatMap((webhook) => arrivalsOf(webhook, guid)).length;
    const call = withHeader(api.call('redeliverEvento', { company, id: guid }), applicationId, context.fresh());
    const before = log?.events.find(({ delivered }) => String(delivered.evento.eventGuid) === guid)?.read;
    // A refused request delivers nothing.
    if (redeliveries.length === 0) await context.send(withoutHeader(call, 'Authorization'));
    const { status } = await context.send(call);
    redeliveries.push({
      guid,
      type,
      status,
      before,
      gone: gone && arrivalsOf(gone.webhook, guid).length > 0 ? gone.webhook : undefined,
      arrivals: known.map(({ webhook, before }) => ({ webhook, before, after: () => arrivalsOf(webhook, guid).slice(before.length) })),
      astray: () => strangers.flatMap((webhook) => arrivalsOf(webhook, guid)).slice(earlier),
    });
  }
  const came = (): boolean =>
    redeliveries.every(({ status, arrivals }) => status > 299 || arrivals.every(({ after }) => after().length > 0));
  const { deliveryWithinMs } = context.target.timing;
  const webhooks = [...staying, ...strangers];
  await arrivesAtAny(webhooks, came, deliveryWithinMs);
  // The log records an attempt after it was answered.
  const loggedAfter = async ({ guid, arrivals, before }: OpenRedelivery): Promise<Json | undefined> =>
    await readEntryUntil(context, company, guid, (entry) =>
      arrivals.every(({ webhook, after }) => after().length === 0 || isLonger(attemptsTo(entry, webhook), attemptsTo(before, webhook))),
    );
  const logs: (Json | undefined)[] = [];
  for (const one of redeliveries) logs.push(one.before === undefined ? undefined : await loggedAfter(one));
  await nothing(context, webhooks, () => webhooks.flatMap((webhook) => webhook.endpoint.attempts));
  await withdraw(context, late);
  return redeliveries.map(({ type, status, before, gone, arrivals, astray }, index) => ({
    type,
    status,
    gone,
    // Copied now, because few of a webhook's latest attempts are kept once a rule is judged.
    arrivals: arrivals.map(({ after, ...known }) => ({ ...known, after: after() })),
    astray: astray(),
    logged: [before, logs[index]],
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
