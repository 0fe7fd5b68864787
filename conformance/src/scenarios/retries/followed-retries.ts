import { RETRIES_MAX } from '../../generated/limits.ts';
import type { Attempt } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import { untilAny } from '../../wait/arrives.ts';
import { times } from '../../wait/times.ts';

/** One delivery: the attempts to deliver one event to one webhook, as far as they must be waited for. */
export interface FollowedDelivery {
  readonly webhook: Pick<Webhook, 'endpoint'>;
  readonly attempts: () => readonly Attempt[];
  /** The attempt that is confirmed, counted from 1; Infinity where none is. */
  readonly confirmedAfter: number;
  /** Whether an attempt that must come has not come yet. */
  readonly isDue: () => boolean;
  /** Where an event that is fired last must come, to show that the target goes on delivering; the same webhook if it is not given. */
  readonly witness?: Pick<Webhook, 'endpoint'>;
}

/** Moves of the clock at most: what five retries of each event need where a webhook gets one event after the other, and some more. */
const MOST_MOVES = 120;
/** Moves in a row that may bring nothing: what is missing after one may come after the next. */
const MOST_IDLE_MOVES = 10;

/**
 * Waits for the first attempts; a target that delivers the events of a webhook one after the other begins with the next when the one before
 * is over.
 */
export async function settledFirst(context: CheckContext, deliveries: readonly FollowedDelivery[]): Promise<void> {
  await context.rest(() => settled(deliveries, times.betweenRetriesMs, () => deliveries.every(({ attempts }) => attempts().length > 0)));
}

/** Fires an event now; answers how it is known among the attempts at the webhooks that must get it. */
export type FireWitness = () => Promise<(attempt: Attempt) => boolean>;

/**
 * Lets retries come as long as any does. Answers whether each has had the time to come.
 * @throws Inconclusive if one is missing, and the target is too slow to say that it does not come
 */
export async function followRetries(
  context: CheckContext,
  deliveries: readonly FollowedDelivery[],
  fireWitness: FireWitness,
): Promise<boolean> {
  const complete = await (context.clock === undefined ? waitForRetries(context, deliveries) : moveToRetries(context, deliveries));
  await awaitLate(context, deliveries, fireWitness);
  return complete;
}

/** What is missing is waited for so many times as long as what came: an event that is fired last, or the slowest retry. */
const PATIENCE = 3;

/** Where a retry is missing, an event that is fired now says how slow the target is: what was due before it comes about as soon. */
export async function awaitLate(context: CheckContext, deliveries: readonly FollowedDelivery[], fireWitness: FireWitness): Promise<void> {
  const late = (): readonly FollowedDelivery[] => deliveries.filter(({ isDue }) => isDue());
  if (late().length === 0) return;
  const { deliveryWithinMs, quietMs } = context.target.timing;
  const startedAt = performance.now();
  const isWitness = await fireWitness();
  const endpoints = [...new Set(late().map(({ webhook, witness = webhook }) => witness.endpoint))];
  const came = await context.rest(() =>
    Promise.all(endpoints.map((endpoint) => endpoint.arrives(() => endpoint.attempts.some(isWitness), deliveryWithinMs))),
  );
  if (late().length > 0 && came.includes(false))
    throw new Inconclusive(
      `a retry is missing, but so is an event that was fired after it: raise timing.deliveryWithinMs (now ${deliveryWithinMs})`,
    );
  const waitMs = Math.max(quietMs, PATIENCE * (performance.now() - startedAt));
  await context.rest(() => settled(deliveries, waitMs, () => late().length === 0));
}

/**
 * Lets retries come in real time, each as long as the configuration allows. Answers whether each has had the time to come: what nobody
 * confirms got all that may come, and then none for that long.
 */
async function waitForRetries(context: CheckContext, deliveries: readonly FollowedDelivery[]): Promise<boolean> {
  const { quietMs, retryWithinMs } = context.target.timing;
  const startedAt = Date.now();
  const mayGoOn = (one: FollowedDelivery): boolean => one.isDue() || (!isConfirmed(one) && one.attempts().length <= RETRIES_MAX + 1);
  // The attempt that is answered by nothing ends last; another may have begun late.
  const deadline = (): number => {
    const begun = deliveries.filter(mayGoOn).flatMap(({ attempts }) => attempts().map(({ arrivedAt }) => arrivedAt));
    return Math.max(startedAt, ...begun) + times.silentMs + retryWithinMs;
  };
  for (let end = deadline(); Date.now() < end; end = deadline()) await settled(deliveries, Math.min(quietMs, end - Date.now()));
  const unconfirmed = deliveries.filter(
    ({ confirmedAfter, attempts }) => confirmedAfter === Number.POSITIVE_INFINITY && attempts().length > 0,
  );
  return unconfirmed.length > 0 && unconfirmed.every(({ attempts }) => attempts().length > RETRIES_MAX);
}

/** Lets retries come by moves of the target's clock, until a move beyond all of them has brought none for as long as nothing must come. */
async function moveToRetries(context: CheckContext, deliveries: readonly FollowedDelivery[]): Promise<boolean> {
  const counts = (): readonly number[] => deliveries.map(({ attempts }) => attempts().length);
  const due = (): boolean => deliveries.some(({ isDue }) => isDue());
  let going: readonly boolean[] = deliveries.map(() => true);
  // How long after a move a retry came, at most.
  let slowestMs = 0;
  for (let move = 0, idle = 0; move < MOST_MOVES && idle < MOST_IDLE_MOVES; move += 1) {
    const before = counts();
    const grown = (): readonly boolean[] => counts().map((count, index) => count > (before[index] ?? 0));
    const isLast = !due() && !going.includes(true);
    await context.advance(isLast ? times.lastMoveMs : times.retryMoveMs);
    const movedAt = Date.now();
    // What got an attempt from the last move may get one from this; what must get one is waited for in any case.
    const enough = (): boolean => {
      const grew = grown();
      const webhooks = new Set(deliveries.flatMap(({ webhook }, index) => (grew[index] ? [webhook] : [])));
      const isAwaited = (delivery: FollowedDelivery, index: number): boolean =>
        (going[index] === true || delivery.isDue()) && !isConfirmed(delivery);
      return !isLast && deliveries.every((delivery, index) => webhooks.has(delivery.webhook) || !isAwaited(delivery, index));
    };
    const waitMs = isLast
      ? Math.max(context.target.timing.quietMs, PATIENCE * Math.min(slowestMs, times.betweenRetriesAtMostMs))
      : Math.min(times.betweenRetriesAtMostMs, times.betweenRetriesMs * 2 ** idle);
    await context.rest(() => settled(deliveries, waitMs, enough));
    going = grown();
    const latest = Math.max(...deliveries.map(({ attempts }) => attempts().at(-1)?.arrivedAt ?? 0));
    slowestMs = Math.max(slowestMs, latest - movedAt);
    if (isLast && !going.includes(true)) return true;
    idle = going.includes(true) ? 0 : idle + 1;
  }
  await context.rest(() => settled(deliveries, context.target.timing.quietMs));
  return !going.includes(true);
}

function isConfirmed({ attempts, confirmedAfter }: FollowedDelivery): boolean {
  return attempts().length >= confirmedAfter;
}

/** Waits until the count of attempts has stayed the same for this time, or nothing is left to wait for. */
async function settled(deliveries: readonly FollowedDelivery[], quietMs: number, enough: () => boolean = () => false): Promise<void> {
  const total = (): number => deliveries.reduce((sum, { attempts }) => sum + attempts().length, 0);
  const webhooks = deliveries.map(({ webhook }) => webhook);
  while (!enough()) {
    const seen = total();
    await untilAny(webhooks, () => total() !== seen, quietMs);
    if (total() === seen) return;
  }
}
