import { RETRY_DELAYS_MS, RETRY_JITTER } from '../../generated/limits.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext, ClockShare } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import { type Finding, Skip } from '../../model/verdict.ts';
import type { Attempt, Reply, Script } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { deliverAgain, lateRefuser } from '../../scenarios/retries/delivered-again.ts';
import { type EventTrigger, eventTriggers } from '../../scenarios/retries/event-trigger.ts';
import { judgeLongAttempts, longAttempts, untilEnded } from '../../scenarios/retries/long-attempts.ts';
import { happenMeanwhile } from '../../scenarios/retries/meanwhile.ts';
import { draftWebhook, type Registration, register, updateCall, withQuery } from '../../scenarios/webhooks/registration.ts';
import { byGet } from '../../scenarios/webhooks/webhook-view.ts';
import { awaitAttempts, nothing } from '../../wait/arrives.ts';
import { answersMeanwhile, untilNoted } from '../../wait/due.ts';
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

/** An event whose deliveries are all refused, its attempts, and when they came. */
interface Refused {
  readonly type: () => string;
  readonly attempts: Attempt[];
  readonly cameAt: number[];
  /** When it was fired. */
  firedAt: number;
}

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
  const all = events.map(({ type, is }): Refused & Pick<EventTrigger, 'is'> => ({ type, is, attempts: [], cameAt: [], firedAt: 0 }));
  const script: Script = (_index, attempt) => {
    const evento = eventoOf(attempt);
    const one = evento && all.find(({ is }) => is(evento));
    if (one === undefined) return { status: 204 };
    one.attempts.push(attempt);
    one.cameAt.push(attempt.arrivedAt);
    return refusalOf(all.indexOf(one), one.attempts.length);
  };
  const webhook = await register(context, await draftWebhook(context, { company, events: types, script }));
  const later = await lateRefuser(context, company, types, events);
  const { deliveryWithinMs } = context.target.timing;
  for (const [index, { act }] of events.entries()) {
    const one = all[index];
    if (one) one.firedAt = Date.now();
    await act();
  }
  await awaitAttempts(context, webhook, () => all.some(({ cameAt }) => cameAt.length > 0));
  await webhook.endpoint.arrives(() => all.every(({ cameAt }) => cameAt.length > 0), deliveryWithinMs);
  // Other rules judge whether each type fires.
  const refused = all.filter(({ cameAt }) => cameAt.length > 0);
  let slowestMs = Math.max(...refused.map(({ cameAt, firedAt }) => (cameAt[0] ?? 0) - firedAt));
  for (const [index, waitMs] of RETRY_DELAYS_MS.entries()) {
    const retried = (): boolean => refused.every(({ cameAt }) => cameAt.length > index + 1);
    const early = (): boolean => refused.some(({ cameAt }) => cameAt.length > index + 1);
    const waits = refused.map((one) => ({ one, ...waitAfter(clock, one.cameAt[index] ?? 0, waitMs) }));
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
      context.judge(clock.shownAt(one.cameAt[index + 1] ?? Number.POSITIVE_INFINITY).toMs >= earliestMs - times.clockOffMs, {
        message: `Retry ${index + 1} (${one.type()}) must wait about ${waitMs / 1000} s.`,
        expected: `nothing within ${(earliestMs - endedMs) / 1000} s`,
        actual: 'the retry',
        about: { 'an attempt to deliver it': one.attempts },
      });
    }
    const missing = waits.find(({ one }) => one.cameAt.length <= index + 1);
    if (!due && missing !== undefined)
      return {
        message: `Retry ${index + 1} (${missing.one.type()}) must come after about ${waitMs / 1000} s.`,
        expected: `the retry within ${(missing.latestMs - missing.endedMs) / 1000} s`,
        actual: 'nothing',
        about: { 'an attempt to deliver it': missing.one.attempts },
      };
    // First attempts and first retries compete with those of other rules. Only the latest round shows how long a retry takes.
    slowestMs = Math.max(...refused.map(({ cameAt }) => (cameAt[index + 1] ?? movedAt) - movedAt));
  }
  // An ended delivery stays ended, even if its webhook changes.
  await moveOn(context, webhook);
  await context.advance(times.retryMoveMs);
  await nothing(context, [webhook], () => refused.flatMap(({ attempts }) => attempts));
  for (const { type, cameAt, attempts } of refused) {
    context.judge(cameAt.length - 1 === RETRY_DELAYS_MS.length, {
      message: `An event (${type()}) must have as many retries as the contract has waits.`,
      expected: `${RETRY_DELAYS_MS.length} retries`,
      actual: `${cameAt.length - 1} retries`,
      about: { 'an attempt to deliver it': attempts },
    });
  }
  later.refuses = true;
  const failed = refused.map(({ type, attempts }) => ({ type: type(), endpoint: webhook.endpoint, attempts, how: 'was given up' }));
  for (const { type, how, again } of await deliverAgain(context, company, [...failed, ...later.confirmed()]))
    context.judge(again.length - 1 === RETRY_DELAYS_MS.length, {
      message: `An event (${type}) that is redelivered after it ${how} must have as many retries as the contract has waits.`,
      expected: `${RETRY_DELAYS_MS.length} retries`,
      actual: `${again.length - 1} retries`,
      about: { 'an attempt to deliver it again': again },
    });
  return undefined;
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

/** Each event begins with another refusal, so that each refusal comes before each of the waits of some event. */
function refusalOf(event: number, attempt: number): Reply {
  return refusals[(event + attempt) % refusals.length] ?? { status: 500 };
}
