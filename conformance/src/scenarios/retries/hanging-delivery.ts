import { setTimeout as sleep } from 'node:timers/promises';
import { ATTEMPT_DEADLINE_MS, RETRY_DELAYS_MS, RETRY_JITTER } from '../../generated/limits.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Attempt, Reply, Webhook } from '../../model/webhook.ts';
import { HangingConnection } from '../../receiver/hanging-connection.ts';
import { spendRetries } from '../../wait/due.ts';
import { times } from '../../wait/times.ts';
import { oncePerRun } from '../once-per-run.ts';
import { quietestCompany } from '../resources/contact-life.ts';
import { unlessRefused } from '../unless-refused.ts';
import { observerOf } from '../webhooks/observer.ts';
import { type Answering, awaitFirst, type Delivery, listen } from './delivery.ts';
import { creation } from './event-trigger.ts';
import { awaitLate, fireWitness, followRetries } from './followed-retries.ts';

/** A delivery whose first attempt hangs until the target gives it up by itself. A retry is due then. */
export interface HangingDelivery {
  readonly delivery: Delivery;
  readonly hang: HangingConnection;
}

/** Started once per run. @throws Inconclusive when nothing is delivered that could hang */
export const hangingDelivery: (context: CheckContext) => Promise<HangingDelivery> = oncePerRun(async (context) => {
  const company = quietestCompany(context);
  const witness = await observerOf(context, company);
  const trigger = creation(context, company);
  const answers = hanging(context);
  // Another rule follows its retries too.
  const [delivery] = await listen(context, company, [trigger.type()], [{ trigger, answering: answers }], { lasting: true });
  if (delivery === undefined) throw new Inconclusive('there is no delivery that could hang');
  await trigger.act();
  await awaitFirst(context, delivery);
  delivery.witness = witness;
  delivery.confirmedAfter = 2;
  delivery.isDue = () => !answers.isRetried();
  await endWhereBlocking(context, witness, answers.hang);
  return { delivery, hang: answers.hang };
}, 'a lost answer');

/**
 * Lets the first attempt hang, and refuses later ones. Confirms them if the suite itself had to end the connection.
 * @param beginsWith the status of an answer that begins and does not end; by default no answer begins
 */
function hanging(
  context: CheckContext,
  beginsWith?: number,
): Answering & { readonly hang: HangingConnection; readonly isRetried: () => boolean } {
  const hang = new HangingConnection();
  let firstAt: number | undefined;
  let retried = false;
  const replies = (_index: number, { arrivedAt }: Attempt): Reply => {
    if (firstAt === undefined) hang.begin(context.target.timing.hangAtMostMs);
    else if (hang.overAt !== undefined || arrivedAt - firstAt > times.duplicateOfHangingMs) {
      retried = true;
      // The target may retry without ending the connection.
      hang.end('given up');
    }
    firstAt ??= arrivedAt;
    if (hang.overAt === undefined) return { hang, ...(beginsWith !== undefined && { beginsWith }) };
    return { status: hang.givenUpAfterMs === undefined ? 204 : 500 };
  };
  return { name: 'a connection that hangs', replies, hang, isRetried: () => retried };
}

/** Ends the hang if the target makes only one attempt at a time: otherwise no other rule would get its deliveries. */
async function endWhereBlocking(context: CheckContext, { endpoint }: Pick<Webhook, 'endpoint'>, hang: HangingConnection): Promise<void> {
  const isOther = await fireWitness(context);
  const came = endpoint.arrives(() => endpoint.attempts.some(isOther), context.target.timing.deliveryWithinMs);
  const goesOn = await context.idle(() => Promise.race([came, hang.over.then(() => true)]));
  if (!goesOn) hang.end('blocking');
}

/** Waits until it no longer hangs. The target's clock stands still meanwhile, because an event that is days old need not be retried. */
export async function untilOver(context: CheckContext): Promise<void> {
  const hanging = await unlessRefused(hangingDelivery(context));
  await context.idle(async () => await hanging?.hang.over);
}

/**
 * Follows a delivery that no longer hangs until its next attempt comes, or has had time to come.
 * @param mayTakeMs the real time that a retry takes at this target, if it is longer than the configuration says
 * @throws Inconclusive if the target does not give it up, or is too slow to tell whether an attempt comes
 */
export async function followHanging(context: CheckContext, { delivery, hang }: HangingDelivery, mayTakeMs: number): Promise<void> {
  const end = await hang.over;
  if (end !== 'given up') throw new Inconclusive(whyUntold(context, end));
  if (!delivery.isDue()) return;
  if (context.clock !== undefined) return void (await followRetries(context, [delivery]));
  const leftMs = (hang.overAt ?? 0) + Math.max(mayTakeMs, context.target.timing.retryWithinMs) - Date.now();
  await context.rest(() => delivery.endpoint.until(() => !delivery.isDue(), Math.max(0, leftMs)));
  await awaitLate(context, [delivery]);
}

function whyUntold({ target }: CheckContext, end: 'at the limit' | 'blocking'): string {
  const { hangAtMostMs, deliveryWithinMs } = target.timing;
  return end === 'at the limit'
    ? `the target had not given up a hanging delivery after ${hangAtMostMs} ms, so no retry was due: raise timing.hangAtMostMs above the target's own timeout`
    : `the target delivers nothing else while one delivery hangs, so the suite confirmed that one after ${deliveryWithinMs} ms to free the other rules: raise timing.deliveryWithinMs above the target's own timeout`;
}

/** The slow deliveries besides the hanging one, which shows how long the target waits for an answer. */
interface LongAttempts {
  readonly hanging: HangingDelivery;
  /** Its first attempt is answered 500 with an endless body, later ones are refused. Undefined if the target would deliver nothing else. */
  readonly unended: HangingDelivery | undefined;
  /** Each of its attempts is confirmed late, except a duplicate right after an answer. */
  readonly slow: Delivery | undefined;
}

/** Started once per run. @throws Inconclusive when nothing is delivered that could take long */
export const longAttempts: (context: CheckContext) => Promise<LongAttempts> = oncePerRun(async (context) => {
  const hangs = await hangingDelivery(context);
  const { hang, delivery } = hangs;
  if (hang.overAt !== undefined && hang.givenUpAfterMs === undefined) return { hanging: hangs, unended: undefined, slow: undefined };
  const { company } = delivery.webhook;
  const trigger = creation(context, company);
  const withoutEnd = hanging(context, 500);
  const [unended] = await listen(context, company, [trigger.type()], [{ trigger, answering: withoutEnd }]);
  const [slow] = await listen(context, company, [trigger.type()], [{ trigger, answering: confirmedLate() }]);
  await trigger.act();
  await awaitFirst(context, ...[unended, slow].filter((one) => one !== undefined));
  await endWhereBlocking(context, delivery.witness, withoutEnd.hang);
  return { hanging: hangs, unended: unended && { delivery: unended, hang: withoutEnd.hang }, slow };
}, 'a lost answer');

/** How much longer the target may wait for the end of an answer than for its beginning: a factor, and real time in milliseconds. */
const patience = { times: 1.5, moreMs: 2_000 };

/** The attempt that was confirmed, and one stray duplicate. */
const MOST_CONFIRMED = 2;

/** Judges the retries of deliveries whose first attempt took seconds, by how long the target itself waits for an answer. */
export async function judgeLongAttempts(context: CheckContext, { hanging, unended, slow }: LongAttempts): Promise<void> {
  const { givenUpAfterMs } = hanging.hang;
  if (givenUpAfterMs === undefined || unended === undefined || slow === undefined)
    return context.leaveUnjudged(
      'how often a hanging delivery is retried: the target did not give it up by itself, or delivers nothing else meanwhile',
    );
  context.judge(givenUpAfterMs >= ATTEMPT_DEADLINE_MS - times.deadlineOffMs, {
    message: 'An attempt without an answer must not be given up before its deadline.',
    expected: `not before ${ATTEMPT_DEADLINE_MS} ms`,
    actual: `after ${givenUpAfterMs} ms`,
    about: { 'hung, and was given up': hanging.delivery.attempts },
  });
  await judgeRetries(context, 'that hangs', hanging);
  if ((await unended.hang.over) === 'blocking')
    context.leaveUnjudged('the retries after an answer without an end: the target delivers nothing else meanwhile');
  else {
    context.judge(unended.hang.givenUpAfterMs !== undefined, {
      message: 'A delivery that is answered 500 without an end must be given up like one that is not answered at all.',
      expected: `the end of the connection, or another attempt, as after ${givenUpAfterMs} ms without an answer`,
      actual: 'the connection stayed open, and no other attempt came',
      about: { 'was answered 500 without an end': unended.delivery.attempts },
    });
    await judgeRetries(context, 'that was answered 500 without an end', unended);
  }
  if (givenUpAfterMs > times.confirmedLateMs + times.deadlineOffMs) await judgeSlow(context, slow);
  else context.leaveUnjudged(`whether a late 2xx confirms: the target waits only ${givenUpAfterMs} ms for an answer`);
}

/** Judges that all retries of the contract have come, and no other. @param which what had the attempts, for the report */
export function judgeCount(context: CheckContext, which: string, attempts: readonly Attempt[]): void {
  context.judge(attempts.length - 1 === RETRY_DELAYS_MS.length, {
    message: `${which} must have as many retries as the contract has waits.`,
    expected: `${RETRY_DELAYS_MS.length} retries`,
    actual: `${attempts.length - 1} retries`,
    about: { 'an attempt to deliver it': attempts },
  });
}

/** If the target closed the connection, the wait before the retry counts from then. */
async function judgeRetries(context: CheckContext, which: string, { delivery, hang }: HangingDelivery): Promise<void> {
  const { attempts } = delivery;
  await spendRetries(context, [delivery]);
  judgeCount(context, `A delivery ${which} until it is given up`, attempts);
  const { clock } = context;
  const [, retry] = attempts;
  const [waitMs = 0] = RETRY_DELAYS_MS;
  if (clock === undefined || retry === undefined || !hang.isClosed || hang.overAt === undefined) return;
  const waitedMs = clock.shownAt(retry.arrivedAt).toMs - clock.shownAt(hang.overAt).fromMs;
  context.judge(waitedMs >= waitMs * (1 - RETRY_JITTER) - times.clockOffMs, {
    message: `The first retry of a delivery ${which} must wait about ${waitMs / 1000} s after the attempt was given up.`,
    expected: `nothing within ${(waitMs * (1 - RETRY_JITTER)) / 1000} s`,
    actual: `the retry after ${waitedMs} ms`,
    about: { 'an attempt to deliver it': attempts },
  });
}

/** A second attempt may be a stray duplicate. If there is one, the check looks for a third. */
async function judgeSlow(context: CheckContext, slow: Delivery): Promise<void> {
  const { attempts } = slow;
  if (attempts.length === MOST_CONFIRMED) {
    const leftMs = (attempts.at(-1)?.arrivedAt ?? 0) + times.confirmedLateMs + times.notedMs - Date.now();
    if (leftMs > 0) await context.idle(() => sleep(leftMs));
    await spendRetries(context, [slow]);
  }
  context.judge(attempts.length <= MOST_CONFIRMED, {
    message: `A 2xx after ${times.confirmedLateMs} ms, within the deadline of an attempt, must confirm a delivery.`,
    expected: 'no retry (one stray duplicate is tolerated)',
    actual: `${attempts.length} attempts`,
    about: { 'an attempt that was confirmed late': attempts },
  });
}

function confirmedLate(): Answering {
  let latestAt = Number.POSITIVE_INFINITY;
  const replies = (_index: number, { arrivedAt }: Attempt): Reply => {
    const answeredAt = latestAt + times.confirmedLateMs;
    latestAt = arrivedAt;
    const isDuplicate = arrivedAt >= answeredAt && arrivedAt < answeredAt + times.duplicateOfHangingMs;
    return { status: 204, ...(!isDuplicate && { afterMs: times.confirmedLateMs }) };
  };
  return { name: '204, but late', replies };
}

/** Waits until no attempt hangs. The target's clock stands still meanwhile, because an event that is days old need not be retried. */
export async function untilEnded(context: CheckContext, { hanging, unended }: LongAttempts): Promise<void> {
  await context.idle(async () => {
    await hanging.hang.over;
    if (unended === undefined) return;
    const begunAt = unended.delivery.attempts[0]?.arrivedAt ?? Date.now();
    const leftMs = begunAt + patience.times * (hanging.hang.givenUpAfterMs ?? 0) + patience.moreMs - Date.now();
    await Promise.race([unended.hang.over, sleep(Math.max(0, leftMs), undefined, { ref: false })]);
    unended.hang.end('at the limit');
  });
}
