import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckContext, ClockShare } from '../../model/check-context.ts';
import type { Attempt, Endpoint } from '../../model/webhook.ts';
import { answersMeanwhile } from '../../wait/due.ts';
import { times } from '../../wait/times.ts';
import { sentAtMs } from '../deliveries/signed-by.ts';
import type { Delivery } from './delivery.ts';

/** One attempt, and between which moments by the target's clock it can have been sent. */
export interface TimedAttempt {
  readonly attempt: Attempt;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** One event whose first attempts were refused. */
export interface RetriedEvent {
  readonly type: string;
  readonly attempts: readonly TimedAttempt[];
}

/** Records when each attempt of a delivery can have been sent. */
export class TimedDelivery implements RetriedEvent {
  readonly delivery: Pick<Delivery, 'type' | 'attempts'>;
  readonly attempts: TimedAttempt[] = [];

  constructor(delivery: Pick<Delivery, 'type' | 'attempts'>) {
    this.delivery = delivery;
  }

  get type(): string {
    return this.delivery.type;
  }

  /** Records the next attempt, if it has come. */
  note(notBeforeMs: number, notAfterMs: number): boolean {
    const attempt = this.delivery.attempts[this.attempts.length];
    if (attempt !== undefined) this.attempts.push({ attempt, notBeforeMs, notAfterMs });
    return attempt !== undefined;
  }
}

/** Records the retries of all events as they come, one after each refusal. Answers what is missing, if no retry follows a refusal. */
export async function noteRetries(
  context: CheckContext,
  endpoint: Endpoint,
  events: readonly TimedDelivery[],
  refusedTimes: number,
): Promise<string | undefined> {
  for (let count = 1; count <= refusedTimes; count += 1) {
    const retried = events.filter(({ attempts }) => attempts.length === count);
    const came = (): boolean => retried.every(({ delivery }) => delivery.attempts.length > count);
    const latest = retried.flatMap(({ attempts }) => attempts.slice(-1));
    const notBeforeMs = await awaitRetries(context, endpoint, came, latest);
    const noted = retried.filter((one) => one.note(notBeforeMs, targetNowMs(context)));
    if (noted.length === 0) return `no retry came after attempt ${count}: raise timing.retryWithinMs or set controls.clock`;
  }
  return undefined;
}

/** Waits for the retries. Answers the earliest moment at which they can have been sent. */
async function awaitRetries(
  context: CheckContext,
  endpoint: Endpoint,
  came: () => boolean,
  latest: readonly TimedAttempt[],
): Promise<number> {
  const { clock } = context;
  const previousMs = targetNowMs(context);
  if (clock === undefined) {
    await endpoint.until(came, context.target.timing.retryWithinMs);
    return previousMs;
  }
  const before = endpoint.attempts.length;
  if (await endpoint.until(came, times.notedMs)) return previousMs;
  // On a slow machine even a retry without a wait is late, about as late as answers are.
  await answersMeanwhile(context);
  if (came()) return previousMs;
  if (keepsRealTime(context, latest)) await sleep(times.anotherSecondMs);
  // An attempt that came by itself while the clock was being moved may have made the next retry due at once.
  const isMovedSince = latest.some(
    ({ attempt: { arrivedAt } }) => aheadAt(clock, arrivedAt) < clock.nowMs() - Date.now() - times.ownDelayMs,
  );
  let notBeforeMs = previousMs;
  for (const moveMs of times.measuredMovesMs) {
    if (came()) break;
    const latestAt = Math.max(...latest.map(({ attempt }) => attempt.arrivedAt));
    const isPrompt = !isMovedSince && Date.now() - latestAt < times.ownDelayMs;
    await context.advance(moveMs);
    // An attempt that came while the clock was being moved may have been sent before.
    const isEarly = endpoint.attempts.length > before;
    const movedToMs = targetNowMs(context);
    // If this process or the machine was slow, the retry may have fallen due by itself, and be on its way while the clock is moved.
    if (await endpoint.until(came, times.afterMoveMs)) return isPrompt && !isEarly ? movedToMs : notBeforeMs;
    notBeforeMs = isEarly ? notBeforeMs : movedToMs;
  }
  return previousMs;
}

/** The least that the target's clock was ahead of real time then. */
function aheadAt(clock: ClockShare, realMs: number): number {
  return clock.shownAt(realMs).fromMs - realMs;
}

/** Whether timestamps follow real time although the target's clock was moved. If so, only real seconds make them differ. */
function keepsRealTime(context: CheckContext, attempts: readonly TimedAttempt[]): boolean {
  const latest = attempts.at(-1)?.attempt;
  const shownMs = latest && sentAtMs(context, latest);
  return shownMs !== undefined && Math.abs(shownMs - Date.now()) < times.headStartMs / 2;
}

/** The time by the target's clock, if it has one of its own. */
export function targetNowMs(context: CheckContext): number {
  return context.clock?.nowMs() ?? Date.now();
}
