import { isServed } from '../../api/requests.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Attempt, Reply, Script, Webhook } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { awaitAttempts, nothing } from '../../wait/arrives.ts';
import { times } from '../../wait/times.ts';
import { oncePerRun } from '../once-per-run.ts';
import { contactBody } from '../resources/contacts.ts';
import { sparingly } from '../sparingly.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { withdraw } from '../webhooks/registration.ts';
import { EndedDeliveries, type EndedDelivery } from './ended-deliveries.ts';
import { eventTriggers } from './event-trigger.ts';
import { Followed, noteRetries, type RetriedEvent, targetNowMs } from './note-retries.ts';
import { type ShownDelivery, shownDeliveries } from './shown-deliveries.ts';

/** Deliveries to examine: two webhooks receive the same events, and one of them refuses one event of each type at first. */
export interface RetriedDelivery {
  readonly webhooks: readonly [Webhook, Webhook];
  /** The events of which any attempt came. The creation of a contact is the first. */
  readonly events: readonly RetriedEvent[];
  /** The same events at the confirming webhook, redelivered on demand, and again later; none if the target has no such operation. */
  readonly redelivered: readonly RetriedEvent[];
  /** What the log shows of each delivery to the refusing webhook before its first retry was due; none if nothing can be said. */
  readonly waiting: readonly ShownDelivery[];
  /** What the log shows of the same deliveries once they were confirmed. */
  readonly confirmed: readonly ShownDelivery[];
  /** What the log shows of the same events at webhooks that confirmed none of them, or only at the last retry. */
  readonly ended: readonly EndedDelivery[];
  /** What did not come again on demand, after one webhook had confirmed it and another had used up its retries. */
  readonly missedAgain: readonly { readonly type: string; readonly to: string }[];
  /** Why there are no more attempts; undefined if all awaited ones came. */
  readonly shortfall: string | undefined;
}

/** How attempts are refused before one is confirmed. The third comes one more wait later than the second, so a reused timestamp shows. */
const refusals: readonly Reply[] = [{ status: 500 }, 'reset'];

/** Prepared once per run. Every check of signatures uses the same deliveries. @throws Inconclusive when nothing is delivered. */
export const retriedDelivery: (context: CheckContext) => Promise<RetriedDelivery> = oncePerRun(deliver, 'a lost answer');

/** For checks that do not depend on it alone: if nothing is delivered, that part is left unjudged. */
export async function retriedDeliveries(context: CheckContext): Promise<RetriedDelivery | undefined> {
  try {
    return await retriedDelivery(context);
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    context.leaveUnjudged(`attempts after the first: ${error.message}`);
    return undefined;
  }
}

async function deliver(context: CheckContext): Promise<RetriedDelivery> {
  const [company] = context.target.companies;
  if (context.clock !== undefined) await context.advance(times.headStartMs);
  const { types, events: triggers } = await eventTriggers(context, company);
  const begun = triggers.map((trigger) => new Followed(trigger));
  const script: Script = (_index, attempt) => {
    const evento = eventoOf(attempt);
    const guid = String(evento?.eventGuid);
    // The body of a faulty retry may no longer show what it is about.
    const one = evento && (begun.find(({ trigger }) => trigger.is(evento)) ?? begun.find(({ guids }) => guids.has(guid)));
    one?.guids.add(guid);
    one?.arrived.push(attempt);
    return (one && refusals[one.arrived.length - 1]) ?? { status: 204 };
  };
  const refusing = await createWebhook(context, company, types, { script, lasting: true });
  const confirming = await createWebhook(context, company, types, { lasting: true });
  const ending = await context.part('deliveries that end unconfirmed', { from: 'standard' }, () =>
    EndedDeliveries.start(context, company, types),
  );
  const startedMs = targetNowMs(context);
  for (const { act } of triggers) await act();
  const api = await context.api();
  let created = 1;
  // Which characters a name accepts is the target's choice.
  for (const ending of sparingly(context, [' Società "Ovest"', ' Łódź 日本', ' 🚲 1.0'], 0)) {
    const body = contactBody(context, context.fresh() + ending);
    if (isSuccess(await context.send(api.call('createAnagrafica', { company, body })))) created += 1;
  }
  await awaitAttempts(context, refusing, () => begun.some(({ arrived }) => arrived.length > 0));
  await context.rest(() => settledFirst(context, refusing, begun));
  const followed = begun.filter(({ arrived }) => arrived.length > 0);
  const waiting = await shownOf(context, refusing, followed, (delivery) => Number(memberOf(delivery, 'attemptCount')) >= 1);
  // If a target retries at once, nothing waits.
  const stillWaiting = waiting.filter(({ eventGuid }) =>
    followed.some(({ guids, arrived }) => guids.has(eventGuid) && arrived.length === 1),
  );
  const ended = (await ending?.end(knownOf(followed))) ?? [];
  // A retry carries the object as it was then, not later changes.
  await Promise.all(followed.map(({ trigger }) => trigger.changeAgain?.()));
  for (const one of followed) one.note(startedMs, targetNowMs(context));
  const shortfall = await noteRetries(context, refusing.endpoint, followed, refusals.length);
  const done = followed.filter(({ arrived }) => arrived.length > refusals.length);
  const confirmed = await shownOf(context, refusing, done, (delivery) => memberOf(delivery, 'state') !== 'pending');
  await confirming.endpoint.arrives(() => confirming.endpoint.attempts.length >= created, context.target.timing.deliveryWithinMs);
  const spent = (await ending?.spend(knownOf(followed))) ?? [];
  const late = (await ending?.confirmedLast(spent)) ?? [];
  const over = (await ending?.over(spent)) ?? [];
  const missedAgain = spent.length === 0 ? [] : ((await ending?.missedAgain(confirming, spent)) ?? []);
  const again = (await ending?.again()) ?? [];
  const cameAgain = spent.length > 0 && missedAgain.length === 0;
  const asked = await redeliverLater(context, company, confirming, followed, cameAgain);
  const redelivered = [...asked.came];
  // A redelivery that is still on its way would be taken for one that is sent later.
  if (context.clock !== undefined && !context.isQuick && redelivered.length >= followed.length) {
    await context.advance(times.outdatedMoveMs);
    redelivered.push(...(await redeliverLater(context, company, confirming, followed)).came);
  }
  // Each would be told of everything that the run still does.
  await withdraw(context, refusing, confirming, ...(ending?.left ?? []));
  // Only the first redelivery is judged by whether it comes again at all.
  const missedOnceMore = cameAgain ? asked.missed.map((type) => ({ type, to: 'that has confirmed it twice' })) : [];
  const missed = [...missedAgain, ...missedOnceMore];
  const shown = { waiting: stillWaiting, confirmed, ended: [...ended, ...spent, ...late, ...over, ...again], missedAgain: missed };
  return { webhooks: [refusing, confirming], events: followed, redelivered, ...shown, shortfall };
}

async function shownOf(
  context: CheckContext,
  webhook: Webhook,
  followed: readonly Followed[],
  isReady: (delivery: Json) => boolean,
): Promise<readonly ShownDelivery[]> {
  return await shownDeliveries(context, webhook.company, webhook, knownOf(followed), isReady);
}

/** The events that have one EventGuid each, which EVT-04 judges. */
function knownOf(followed: readonly Followed[]): readonly Pick<ShownDelivery, 'type' | 'eventGuid'>[] {
  return followed.flatMap(({ type, guids }) => {
    const [eventGuid, ...others] = guids;
    return eventGuid === undefined || others.length > 0 ? [] : [{ type, eventGuid }];
  });
}

/**
 * Requests the events again, hours after they were fired if the clock can be moved.
 * @param isSilent whether no delivery is on its way that was sent before the clock was moved on
 * @returns what came, and the types of what did not
 */
async function redeliverLater(
  context: CheckContext,
  company: Company,
  webhook: Webhook,
  followed: readonly Followed[],
  isSilent = false,
): Promise<{ readonly came: readonly RetriedEvent[]; readonly missed: readonly string[] }> {
  if (!isServed(context, 'redeliverEvento')) return { came: [], missed: [] };
  const { endpoint } = webhook;
  const { deliveryWithinMs } = context.target.timing;
  const api = await context.api();
  const events = followed.flatMap(({ type, guids }) => [...guids].map((id) => ({ type, id })));
  const isOf = (id: string, attempt: Attempt): boolean => String(eventoOf(attempt)?.eventGuid) === id;
  const isKnown = ({ id }: { readonly id: string }): boolean => endpoint.attempts.some((attempt) => isOf(id, attempt));
  await endpoint.arrives(() => events.every(isKnown), deliveryWithinMs);
  if (!isSilent) await nothing(context, [webhook], () => endpoint.attempts);
  const [before, notBeforeMs] = [endpoint.attempts.length, targetNowMs(context)];
  const due: typeof events = [];
  for (const event of events)
    if (isSuccess(await context.send(api.call('redeliverEvento', { company, id: event.id }))) && isKnown(event)) due.push(event);
  // The first delivery of another event may be late.
  const again = (): readonly Attempt[] => endpoint.attempts.slice(before).filter((attempt) => events.some(({ id }) => isOf(id, attempt)));
  const missed = (): typeof events => due.filter(({ id }) => !again().some((attempt) => isOf(id, attempt)));
  await endpoint.arrives(() => missed().length === 0, deliveryWithinMs);
  const notAfterMs = targetNowMs(context);
  const came = again().map((attempt) => ({
    type: `${eventoOf(attempt)?.type}, delivered again`,
    attempts: [{ attempt, notBeforeMs, notAfterMs }],
  }));
  return { came, missed: missed().map(({ type }) => type) };
}

/** Waits for the first attempt at each event, or until no more come. Which types a target fires is its choice. */
async function settledFirst(context: CheckContext, { endpoint }: Webhook, begun: readonly Followed[]): Promise<void> {
  const { quietMs } = context.target.timing;
  for (let count = -1; endpoint.attempts.length > count && begun.some(({ arrived }) => arrived.length === 0); ) {
    count = endpoint.attempts.length;
    await endpoint.until(() => endpoint.attempts.length > count, quietMs);
  }
}
