import { RETRY_DELAYS_MS, RETRY_JITTER } from '../../generated/limits.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext, ClockShare } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import { type Finding, Skip } from '../../model/verdict.ts';
import type { Reply } from '../../model/webhook.ts';
import { confirms, refuses } from '../../scenarios/retries/answers.ts';
import { type Answering, allAnswered, type Delivery, listen, redeliver } from '../../scenarios/retries/delivery.ts';
import { type EventTrigger, eventTriggers } from '../../scenarios/retries/event-trigger.ts';
import { judgeCount, judgeLongAttempts, longAttempts, untilEnded } from '../../scenarios/retries/hanging-delivery.ts';
import { happenMeanwhile } from '../../scenarios/retries/meanwhile.ts';
import { type Registration, updateCall, withQuery } from '../../scenarios/webhooks/registration.ts';
import { byGet } from '../../scenarios/webhooks/webhook-view.ts';
import { awaitAttempts, nothing } from '../../wait/arrives.ts';
import { answersMeanwhile, spendRetries, untilNoted } from '../../wait/due.ts';
import { times } from '../../wait/times.ts';

/** A wait that the contract does not have, and one that is longer than most of the contract's. */
const seconds = { one: '60', many: '36000' };

/**
 * How attempts are refused, in turn. The contract sets the length and number of the waits, whatever status or header the receiver answers,
 * and even if it does not answer.
 */
const refusals: readonly Reply[] = [
  { status: 500 },
  'reset',
  { status: 503, headers: { 'Retry-After': seconds.one } },
  { status: 404, headers: { Connection: 'close' } },
  'close',
  { status: 429, headers: { 'Retry-After': seconds.many } },
  { status: 302, headers: { 'Retry-After': seconds.one, Location: '/' } },
];

/** A retry may be late because the target noted the end of its attempt after the move. So it is measured again with the long time. */
const notesWithinMs = { short: times.notedMs, long: times.notedLateMs };

/** How far the clock moves beyond the longest wait. No move is longer, because a target does not retry an event that it no longer keeps. */
const ROOM_MS = 60_000;

const TAKE_LONG = 'some attempts hang, never end or are confirmed late, at --budget standard and above';

/** DLV-10: as many retries as the contract has waits, each after about that long, whatever the event and however an attempt ends. */
export const dlv10: Check = check(
  'DLV-10',
  { isolation: 'clock', weight: 2, awaitsDelivery: true },
  async (context) => {
    const { clock } = context;
    if (clock === undefined) throw new Skip('the retries take hours: set controls.clock to move the target through them', 'no clock');
    const long = await context.part(TAKE_LONG, { from: 'standard' }, () => longAttempts(context));
    if (long !== undefined) await untilEnded(context, long);
    const watched = context.some([...RETRY_DELAYS_MS.keys()]);
    if ((await follow(context, clock, watched, notesWithinMs.short)) !== undefined) {
      const late = await follow(context, clock, watched, notesWithinMs.long);
      if (late !== undefined) context.judge(false, late);
    }
    if (context.isQuick) context.leaveUnjudged(`how often slow attempts are retried: ${TAKE_LONG}`);
    else if (long !== undefined) await judgeLongAttempts(context, long);
  },
  {
    what: TAKE_LONG,
    act: async (context) => void (context.isQuick || context.target.controls.clock === undefined || (await longAttempts(context))),
  },
);

/**
 * Follows the retries of one event of each type, which are due together; answers what was late or missing.
 * @param watched indexes of the waits during which the suite looks for early retries
 */
async function follow(
  context: CheckContext,
  clock: ClockShare,
  watched: readonly number[],
  notedWithinMs: number,
): Promise<Finding | undefined> {
  // Other rules that follow retries act in the quietest company. Each event there would come to all of their webhooks.
  const [company] = context.target.companies;
  const { types, events } = await eventTriggers(context, company);
  // Each event begins with another refusal, so that each refusal comes before each of the waits of some event.
  const refusedFrom = (event: number): Answering => ({
    name: 'refusals in turn',
    replies: (index) => refusals[(event + index) % refusals.length] ?? { status: 500 },
  });
  const all = await listen(
    context,
    company,
    types,
    events.map((trigger, index) => ({ trigger, answering: refusedFrom(index) })),
  );
  const confirmed = await listen(context, company, types, allAnswered(events, confirms));
  const [{ webhook } = {}] = all;
  if (webhook === undefined) return undefined;
  const firedAt = new Map<EventTrigger, number>();
  for (const trigger of events) {
    firedAt.set(trigger, Date.now());
    await trigger.act();
  }
  await awaitAttempts(context, webhook, () => all.some(({ attempts }) => attempts.length > 0));
  await webhook.endpoint.arrives(() => all.every(({ attempts }) => attempts.length > 0), context.target.timing.deliveryWithinMs);
  // Other rules judge whether each type fires.
  const refused = all.filter(({ attempts }) => attempts.length > 0);
  const cameAt = ({ attempts }: Delivery, index: number): number | undefined => attempts[index]?.arrivedAt;
  let slowestMs = Math.max(...refused.map((one) => (cameAt(one, 0) ?? 0) - (firedAt.get(one.trigger) ?? 0)));
  for (const [index, waitMs] of RETRY_DELAYS_MS.entries()) {
    const retried = (): boolean => refused.every(({ attempts }) => attempts.length > index + 1);
    const early = (): boolean => refused.some(({ attempts }) => attempts.length > index + 1);
    const waits = refused.map((one) => ({ one, ...waitAfter(clock, cameAt(one, index) ?? 0, waitMs) }));
    await happenMeanwhile(context, index, { company, webhook, events });
    await untilNoted(context, notedWithinMs);
    if (watched.includes(index)) {
      await context.reach(Math.min(...waits.map(({ earliestMs }) => earliestMs)) - times.roomMs);
      await webhook.endpoint.until(
        early,
        Math.min(Math.max(times.tooSoonMs.times * slowestMs, times.tooSoonMs.atLeast), times.tooSoonMs.atMost),
      );
      await answersMeanwhile(context);
    }
    // The wait begins when the target has noted the end of the attempt, so that time is added.
    await context.reach(Math.max(...waits.map(({ latestMs }) => latestMs)) + notedWithinMs);
    const movedAt = Date.now();
    const due = await webhook.endpoint.arrives(retried, times.afterOnlyMoveMs);
    for (const { one, earliestMs, endedMs } of waits) {
      context.judge(clock.shownAt(cameAt(one, index + 1) ?? Number.POSITIVE_INFINITY).toMs >= earliestMs - times.clockOffMs, {
        message: `Retry ${index + 1} (${one.type}) must wait about ${waitMs / 1000} s.`,
        expected: `nothing within ${(earliestMs - endedMs) / 1000} s`,
        actual: 'the retry',
        about: { 'an attempt to deliver it': one.attempts },
      });
    }
    const missing = waits.find(({ one }) => one.attempts.length <= index + 1);
    if (!due && missing !== undefined)
      return {
        message: `Retry ${index + 1} (${missing.one.type}) must come after about ${waitMs / 1000} s.`,
        expected: `the retry within ${(missing.latestMs - missing.endedMs) / 1000} s`,
        actual: 'nothing',
        about: { 'an attempt to deliver it': missing.one.attempts },
      };
    // First attempts and first retries compete with those of other rules. Only the latest round shows how long a retry takes.
    slowestMs = Math.max(...refused.map((one) => (cameAt(one, index + 1) ?? movedAt) - movedAt));
  }
  // An ended delivery stays ended, even if its webhook changes.
  await moveOn(context, webhook);
  await context.advance(times.retryMoveMs);
  await nothing(context, [webhook], () => refused.flatMap(({ attempts }) => attempts));
  for (const { type, attempts } of refused) judgeCount(context, `An event (${type})`, attempts);
  await judgeAgain(context, [refused, confirmed]);
  return undefined;
}

/** Redelivers the events. What was given up has all its retries again, and so has what was confirmed, which is judged at every other type. */
async function judgeAgain(context: CheckContext, [givenUp, confirmed]: readonly [readonly Delivery[], readonly Delivery[]]): Promise<void> {
  const asked = await redeliver(context, [...givenUp, ...confirmed.filter((_one, index) => index % 2 === 1)], refuses);
  // A redelivery that did not come has no retries. Other rules judge that it must come.
  const deliveries = asked.map(({ again }) => again).filter(({ attempts }) => attempts.length > 0);
  if (deliveries.length === 0) return;
  const longest = (attempts: number): number => (RETRY_DELAYS_MS[attempts - 1] ?? 0) * (1 + RETRY_JITTER) + ROOM_MS;
  await spendRetries(context, deliveries, () => untilNoted(context), longest);
  await context.advance(times.retryMoveMs);
  await nothing(context, deliveries, () => deliveries.flatMap(({ attempts }) => attempts));
  for (const again of deliveries) {
    const { type, attempts, webhook } = again;
    const how = givenUp.some((one) => one.webhook === webhook) ? 'given up' : 'confirmed';
    const isWhole = attempts.length > RETRY_DELAYS_MS.length;
    // An event that can no longer be requested was too old to be retried.
    if (!isWhole && (await redeliver(context, [again], confirms)).length === 0) continue;
    judgeCount(context, `An event (${type}) that is redelivered after it was ${how}`, attempts);
  }
}

/** Gives the webhook another Url for the same endpoint, if the target accepts that. */
async function moveOn(context: CheckContext, webhook: Registration): Promise<void> {
  const view = context.isQuick ? undefined : await byGet(context, webhook);
  const token = memberOf(view?.shown, 'concurrencyToken');
  if (token === undefined || token === null) return;
  await context.send(await updateCall(context, webhook, { changes: { Url: `${withQuery(webhook.url)}&moved=1` }, token }));
}

/** The period, by the target's clock, in which the retry after an attempt may come. */
function waitAfter(
  clock: ClockShare,
  attemptAt: number,
  waitMs: number,
): { readonly earliestMs: number; readonly latestMs: number; readonly endedMs: number } {
  const { fromMs, toMs } = clock.shownAt(attemptAt);
  return { earliestMs: fromMs + waitMs * (1 - RETRY_JITTER), latestMs: toMs + waitMs * (1 + RETRY_JITTER) + times.roomMs, endedMs: fromMs };
}
