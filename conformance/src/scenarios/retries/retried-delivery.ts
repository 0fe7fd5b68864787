import { isServed } from '../../api/requests.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type Json, memberOf } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import { awaitAttempts, nothing } from '../../wait/arrives.ts';
import { times } from '../../wait/times.ts';
import { oncePerRun } from '../once-per-run.ts';
import { contactBody } from '../resources/contacts.ts';
import { sparingly } from '../sparingly.ts';
import { withdraw } from '../webhooks/registration.ts';
import { confirms } from './answers.ts';
import { allAnswered, alsoByGuid, type Delivery, listen, redeliver } from './delivery.ts';
import { EndedDeliveries, type JudgedDelivery, shownOf } from './ended-deliveries.ts';
import { eventTriggers } from './event-trigger.ts';
import { settledFirst } from './followed-retries.ts';
import { noteRetries, type RetriedEvent, TimedDelivery, targetNowMs } from './note-retries.ts';

/** Deliveries to examine: two webhooks receive the same events, and one of them refuses one event of each type at first. */
export interface RetriedDelivery {
  readonly webhooks: readonly [Webhook, Webhook];
  /** The events of which any attempt came. The creation of a contact is the first. */
  readonly events: readonly RetriedEvent[];
  /** The same events at the confirming webhook, redelivered on demand, and again later; none if the target has no such operation. */
  readonly redelivered: readonly RetriedEvent[];
  /** What the log shows of the deliveries that were refused at first, and of those that were never confirmed or only at the last retry. */
  readonly shown: readonly JudgedDelivery[];
  /** What did not come again on demand, after one webhook had confirmed it and another had used up its retries. */
  readonly missedAgain: readonly { readonly type: string; readonly to: string }[];
  /** Why there are no more attempts; undefined if all awaited ones came. */
  readonly shortfall: string | undefined;
}

/** How attempts are refused before one is confirmed. The third comes one more wait later than the second, so a reused timestamp shows. */
const refusals = [{ status: 500 }, 'reset', { status: 204 }] as const;

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

type Facts = Pick<JudgedDelivery, 'how' | 'attempts' | 'cannotBe'>;

const waits: Facts = { how: 'that waits for a retry', attempts: 1, cannotBe: ['delivered', 'failed'] };
const wasConfirmed: Facts = { how: 'that was refused at first', attempts: 2, cannotBe: ['pending', 'failed'] };

async function deliver(context: CheckContext): Promise<RetriedDelivery> {
  const [company] = context.target.companies;
  if (context.clock !== undefined) await context.advance(times.headStartMs);
  const audience = { company, ...(await eventTriggers(context, company)) };
  const { types, events } = audience;
  const lasting = { lasting: true, recognise: alsoByGuid };
  const refused = await listen(context, company, types, allAnswered(events, { name: 'refusals in turn', replies: refusals }), lasting);
  const confirming = await listen(context, company, types, allAnswered(events, confirms), lasting);
  const [{ webhook: refusing } = {}, { webhook: other } = {}] = [refused[0], confirming[0]];
  if (refusing === undefined || other === undefined) throw new Inconclusive('no event can be fired');
  const ending = await context.part('deliveries that end unconfirmed', { from: 'standard' }, () =>
    EndedDeliveries.start(context, audience),
  );
  const startedMs = targetNowMs(context);
  for (const { act } of events) await act();
  const api = await context.api();
  let created = 1;
  // Which characters a name accepts is the target's choice.
  for (const ending of sparingly(context, [' Società "Ovest"', ' Łódź 日本', ' 🚲 1.0'], 0)) {
    const body = contactBody(context, context.fresh() + ending);
    if (isSuccess(await context.send(api.call('createAnagrafica', { company, body })))) created += 1;
  }
  await awaitAttempts(context, refusing, () => refused.some(({ attempts }) => attempts.length > 0));
  // Which types a target fires is its choice.
  await settledFirst(context, [...refused, ...(ending?.all ?? [])], context.target.timing.quietMs);
  const came = refused.filter(({ attempts }) => attempts.length > 0);
  const timed = came.map((one) => new TimedDelivery(one));
  const shownAs = async (
    some: readonly Delivery[],
    isReady: (delivery: Json) => boolean,
    facts: Facts,
  ): Promise<readonly JudgedDelivery[]> => (await shownOf(context, some, isReady)).map((one) => ({ ...one, ...facts, isPresent: true }));
  const waiting = await shownAs(came, (delivery) => Number(memberOf(delivery, 'attemptCount')) >= 1, waits);
  // If a target retries at once, nothing waits.
  const stillWaiting = waiting.filter(({ eventGuid }) => came.some(({ guids, attempts }) => guids.has(eventGuid) && attempts.length === 1));
  const ended = (await ending?.end()) ?? [];
  // A retry carries the object as it was then, not later changes.
  await Promise.all(came.map(({ trigger }) => trigger.changeAgain?.()));
  for (const one of timed) one.note(startedMs, targetNowMs(context));
  const shortfall = await noteRetries(context, refusing.endpoint, timed, refusals.length - 1);
  const done = came.filter(({ attempts }) => attempts.length >= refusals.length);
  const confirmed = await shownAs(done, (delivery) => memberOf(delivery, 'state') !== 'pending', wasConfirmed);
  // It would be told of everything that the run still does.
  await withdraw(context, refusing);
  await other.endpoint.arrives(() => other.endpoint.attempts.length >= created, context.target.timing.deliveryWithinMs);
  const spent = await ending?.spend(confirming);
  const asked = await redeliverLater(context, confirming, spent?.cameAgain);
  const redelivered = [...asked.came];
  // A redelivery that is still on its way would be taken for one that is sent later.
  if (context.clock !== undefined && !context.isQuick && redelivered.length >= came.length) {
    await context.advance(times.outdatedMoveMs);
    redelivered.push(...(await redeliverLater(context, confirming)).came);
  }
  await withdraw(context, other);
  // Only the first redelivery is judged by whether it comes again at all.
  const missedOnceMore = spent?.cameAgain ? asked.missed.map((type) => ({ type, to: 'that has confirmed it twice' })) : [];
  return {
    webhooks: [refusing, other],
    events: timed,
    redelivered,
    shown: [...stillWaiting, ...confirmed, ...ended, ...(spent?.ended ?? [])],
    missedAgain: [...(spent?.missed ?? []), ...missedOnceMore],
    shortfall,
  };
}

/**
 * Requests the events again, hours after they were fired if the clock can be moved.
 * @param isSilent whether no delivery is on its way that was sent before the clock was moved on
 * @returns what came, and the types of what did not
 */
async function redeliverLater(
  context: CheckContext,
  deliveries: readonly Delivery[],
  isSilent = false,
): Promise<{ readonly came: readonly RetriedEvent[]; readonly missed: readonly string[] }> {
  if (!isServed(context, 'redeliverEvento')) return { came: [], missed: [] };
  if (!isSilent) await nothing(context, deliveries, () => deliveries.flatMap(({ attemptsOnDemand }) => attemptsOnDemand));
  const notBeforeMs = targetNowMs(context);
  const due = (await redeliver(context, deliveries, confirms)).map(({ again }) => again);
  const notAfterMs = targetNowMs(context);
  const came = due.flatMap(({ type, attempts }) =>
    attempts.map((attempt) => ({ type: `${type}, delivered again`, attempts: [{ attempt, notBeforeMs, notAfterMs }] })),
  );
  return { came, missed: due.filter(({ attempts }) => attempts.length === 0).map(({ type }) => type) };
}
