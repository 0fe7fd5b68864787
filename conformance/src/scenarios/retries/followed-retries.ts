import { RETRIES_MAX } from '../../generated/limits.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Attempt } from '../../model/webhook.ts';
import { eventoOf } from '../../receiver/attempt.ts';
import { untilAny } from '../../wait/arrives.ts';
import { times } from '../../wait/times.ts';
import { quietestCompany } from '../resources/contact-life.ts';
import type { Delivery } from './delivery.ts';
import { creation } from './event-trigger.ts';

/** A delivery, as far as its attempts must be awaited. */
export type Followed = Pick<Delivery, 'attempts' | 'endpoint' | 'witness' | 'confirmedAfter' | 'isDue'>;

/** The most moves of the clock: enough for five retries of each event where a webhook gets one event at a time, and some more. */
const MOST_MOVES = 120;
/** The most moves in a row without an attempt. One that is missing after one move may come after the next. */
const MOST_IDLE_MOVES = 10;

/**
 * Waits for the first attempts. A target that delivers the events of a webhook one after the other begins with the next when the one before
 * is over.
 */
export async function settledFirst(
  context: CheckContext,
  deliveries: readonly Followed[],
  quietMs: number = times.betweenRetriesMs,
): Promise<void> {
  await context.rest(() => settled(deliveries, quietMs, () => deliveries.every(({ attempts }) => attempts.length > 0)));
}

/** Fires an event now. Answers how to recognise it among the attempts at the webhooks that must receive it. */
export type FireWitness = () => Promise<(attempt: Attempt) => boolean>;

/** Fires an event in each company, by default the quietest, that every webhook of the company for new contacts must receive. */
export async function fireWitness(
  context: CheckContext,
  companies: ReadonlySet<Company> = new Set([quietestCompany(context)]),
): ReturnType<FireWitness> {
  const fired = [...companies].map((company) => creation(context, company));
  for (const { act } of fired) await act();
  return (attempt) => {
    const evento = eventoOf(attempt);
    return evento !== undefined && fired.some(({ is }) => is(evento));
  };
}

/**
 * Waits for retries as long as any comes. Answers whether each has had time to come.
 * @throws Inconclusive if one is missing, and the target is too slow to tell whether it will come
 */
export async function followRetries(
  context: CheckContext,
  deliveries: readonly Followed[],
  fire: FireWitness = () => fireWitness(context),
): Promise<boolean> {
  const complete = await (context.clock === undefined ? waitForRetries(context, deliveries) : moveToRetries(context, deliveries));
  await awaitLate(context, deliveries, fire);
  return complete;
}

/** A missing attempt is awaited this many times as long as the last event or the slowest retry took. */
const PATIENCE = 3;

/** If a retry is missing, fires an event to see how slow the target is. A retry that was due before should come about as soon. */
export async function awaitLate(
  context: CheckContext,
  deliveries: readonly Followed[],
  fire: FireWitness = () => fireWitness(context),
): Promise<void> {
  const late = (): readonly Followed[] => deliveries.filter(({ isDue }) => isDue());
  if (late().length === 0) return;
  const { deliveryWithinMs, quietMs } = context.target.timing;
  const startedAt = performance.now();
  const isWitness = await fire();
  const endpoints = [...new Set(late().map(({ witness }) => witness.endpoint))];
  const came = await context.rest(() =>
    Promise.all(endpoints.map((endpoint) => endpoint.arrives(() => endpoint.attempts.some(isWitness), deliveryWithinMs))),
  );
  if (late().length > 0 && came.includes(false))
    throw new Inconclusive(
      `a retry is missing, but so is an event that was fired later: raise timing.deliveryWithinMs (now ${deliveryWithinMs})`,
    );
  const waitMs = Math.max(quietMs, PATIENCE * (performance.now() - startedAt));
  await context.rest(() => settled(deliveries, waitMs, () => late().length === 0));
}

/**
 * Waits for retries in real time, each as long as the configuration allows. Answers whether each has had time to come: the deliveries that
 * are never confirmed had all their retries, and then none for that long.
 */
async function waitForRetries(context: CheckContext, deliveries: readonly Followed[]): Promise<boolean> {
  const { quietMs, retryWithinMs } = context.target.timing;
  const startedAt = Date.now();
  const mayGoOn = (one: Followed): boolean => one.isDue() || (!isConfirmed(one) && one.attempts.length <= RETRIES_MAX + 1);
  // The attempt without an answer ends last. Another may have begun late.
  const deadline = (): number => {
    const begun = deliveries.filter(mayGoOn).flatMap(({ attempts }) => attempts.map(({ arrivedAt }) => arrivedAt));
    return Math.max(startedAt, ...begun) + times.silentMs + retryWithinMs;
  };
  for (let end = deadline(); Date.now() < end; end = deadline()) await settled(deliveries, Math.min(quietMs, end - Date.now()));
  const unconfirmed = deliveries.filter(
    ({ confirmedAfter, attempts }) => confirmedAfter === Number.POSITIVE_INFINITY && attempts.length > 0,
  );
  return unconfirmed.length > 0 && unconfirmed.every(({ attempts }) => attempts.length > RETRIES_MAX);
}

/** Moves the target's clock from retry to retry, until a move beyond all of them brings none within the quiet time. */
async function moveToRetries(context: CheckContext, deliveries: readonly Followed[]): Promise<boolean> {
  const counts = (): readonly number[] => deliveries.map(({ attempts }) => attempts.length);
  const due = (): boolean => deliveries.some(({ isDue }) => isDue());
  let going: readonly boolean[] = deliveries.map(() => true);
  // The longest time from a move to a retry.
  let slowestMs = 0;
  for (let move = 0, idle = 0; move < MOST_MOVES && idle < MOST_IDLE_MOVES; move += 1) {
    const before = counts();
    const growing = (): readonly boolean[] => counts().map((count, index) => count > (before[index] ?? 0));
    const isLast = !due() && !going.includes(true);
    await context.advance(isLast ? times.lastMoveMs : times.retryMoveMs);
    const movedAt = Date.now();
    // A delivery that got an attempt from the last move may get one from this. A delivery that is due is awaited in any case.
    const enough = (): boolean => {
      const grew = growing();
      const grown = new Set(deliveries.flatMap(({ endpoint }, index) => (grew[index] ? [endpoint] : [])));
      const isAwaited = (delivery: Followed, index: number): boolean =>
        (going[index] === true || delivery.isDue()) && !isConfirmed(delivery);
      return !isLast && deliveries.every((delivery, index) => grown.has(delivery.endpoint) || !isAwaited(delivery, index));
    };
    const waitMs = isLast
      ? Math.max(context.target.timing.quietMs, PATIENCE * Math.min(slowestMs, times.betweenRetriesAtMostMs))
      : Math.min(times.betweenRetriesAtMostMs, times.betweenRetriesMs * 2 ** idle);
    await context.rest(() => settled(deliveries, waitMs, enough));
    going = growing();
    const latest = Math.max(...deliveries.map(({ attempts }) => attempts.at(-1)?.arrivedAt ?? 0));
    slowestMs = Math.max(slowestMs, latest - movedAt);
    if (isLast && !going.includes(true)) return true;
    idle = going.includes(true) ? 0 : idle + 1;
  }
  await context.rest(() => settled(deliveries, context.target.timing.quietMs));
  return !going.includes(true);
}

function isConfirmed({ attempts, confirmedAfter }: Followed): boolean {
  return attempts.length >= confirmedAfter;
}

/** Waits until the number of attempts has not changed for this time, or nothing is left to wait for. */
async function settled(deliveries: readonly Followed[], quietMs: number, enough: () => boolean = () => false): Promise<void> {
  const total = (): number => deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0);
  while (!enough()) {
    const seen = total();
    await untilAny(deliveries, () => total() !== seen, quietMs);
    if (total() === seen) return;
  }
}
