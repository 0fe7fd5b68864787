import { setTimeout as sleep } from 'node:timers/promises';
import { unlessNamedOtherwise } from '../api/event-names.ts';
import type { CheckContext, JudgingContext } from '../model/check-context.ts';
import { Inconclusive } from '../model/verdict.ts';
import type { Attempt, Endpoint, Webhook } from '../model/webhook.ts';
import { isLook } from '../receiver/attempt.ts';
import { times } from './times.ts';

/** Repeats a look until it succeeds, because a target may show its work a little later. Returns whether it succeeded. */
export async function lookUntil(context: Pick<JudgingContext, 'idle'>, look: () => Promise<boolean>): Promise<boolean> {
  for (const pauseMs of times.betweenLooksMs) {
    if (await look()) return true;
    await context.idle(() => sleep(pauseMs));
  }
  return await look();
}

/** The most arrivals that extend the wait, so that a target that never stops cannot hold up the suite forever. */
const MOST_CHANGES = 60;

/**
 * Waits until nothing relevant has arrived for the configured time (timing.quietMs), from the context's last write or the last relevant
 * delivery on. Other rules are judged meanwhile, and their deliveries do not count.
 * @param relevant the attempts that count, at any of the webhooks
 */
export async function nothing(
  context: CheckContext,
  webhooks: readonly Pick<Webhook, 'endpoint'>[],
  relevant: () => readonly Attempt[],
): Promise<void> {
  const { quietMs } = context.target.timing;
  await context.rest(async () => {
    for (let change = 0; change < MOST_CHANGES; change += 1) {
      const seen = relevant();
      const since = seen.reduce((latest, { arrivedAt }) => Math.max(latest, arrivedAt), context.wroteAt);
      const leftMs = Math.max(Math.min(times.unreadMs, quietMs), since + quietMs - Date.now());
      const came = (): boolean => relevant().length !== seen.length;
      const changed = await untilAny(webhooks, came, leftMs);
      if (!changed) return;
    }
  });
}

/** Waits for attempts at a webhook. @throws Inconclusive if they do not come in time */
export async function awaitAttempts(context: CheckContext, webhook: Webhook, came: () => boolean): Promise<void> {
  if (came()) return;
  if (await context.idle(() => webhook.endpoint.arrives(came, webhook.silent ? 0 : context.target.timing.deliveryWithinMs))) return;
  // One wait is enough to find out that nothing comes at all.
  if (webhook.endpoint.attempts.length === 0) webhook.silent = true;
  if (webhook.endpoint.attempts.length === 0) throw new Inconclusive(noDelivery(context));
  throw new Inconclusive(
    areComing(context, webhook)
      ? notInTime(context)
      : 'deliveries came, but not the expected event: the suite recognises an event by its id, its nome and its Type (surface.eventObjects)',
  );
}

/** Whether deliveries came until just now, so that missing ones may be on their way. */
export function areComing({ target: { timing } }: CheckContext, { endpoint }: Pick<Webhook, 'endpoint'>): boolean {
  const latest = endpoint.attempts.at(-1);
  return latest !== undefined && latest.arrivedAt > Date.now() - timing.deliveryWithinMs / 4;
}

/** The reason if no event of a contact came. It says whether other events came. */
export function noDelivery(context: CheckContext): string {
  const { anagrafica } = context.target.surface.eventObjects;
  const others = context.run.webhooks.all.some(({ endpoint }) => endpoint.attempts.some((attempt) => !isLook(attempt)));
  return others
    ? `other events came, but none for a contact: ${unlessNamedOtherwise(`${anagrafica}.Create`, context.target)}`
    : `no delivery came: check that the target reaches receiver.publicUrl, trusts receiver.caFile, and has events for contacts (surface.eventObjects.anagrafica, now ${anagrafica})`;
}

/** The longest wait, in multiples of one delivery's time, so that a target that never stops cannot hold up the suite forever. */
const MOST_TIMES = 5;

type At = Pick<Webhook, 'endpoint'>;

/** Waits until a condition holds, and tests it at each arrival at one of the webhooks. False if it did not hold in time. */
export async function untilAny(webhooks: Iterable<At>, condition: () => boolean, withinMs: number): Promise<boolean> {
  const endpoints = endpointsOf(webhooks);
  // Promise.race of an empty list never settles.
  if (endpoints.length === 0) return condition();
  return await Promise.race(endpoints.map((endpoint) => endpoint.until(condition, withinMs)));
}

/** Waits for an expected delivery at one of the webhooks. @param configuredMs the configured time limit of a delivery */
export async function arrivesAtAny(webhooks: Iterable<At>, condition: () => boolean, configuredMs: number): Promise<boolean> {
  const [first, ...others] = endpointsOf(webhooks);
  return first === undefined ? condition() : await first.arrives(condition, configuredMs, others);
}

/** Waits until a condition holds. Each arrival starts the wait again, because a target may deliver one after the other. */
export async function eachArriving(context: CheckContext, { endpoint }: At, condition: () => boolean): Promise<void> {
  const delivered = (): number => endpoint.attempts.length;
  for (let before = -1; !condition() && delivered() > before; ) {
    before = delivered();
    await endpoint.arrives(() => delivered() > before, context.target.timing.deliveryWithinMs);
  }
}

/**
 * Waits until a condition holds, or no delivery arrives within the configured time, because a target may deliver one event after the other.
 * Other rules are judged meanwhile. False if deliveries were still arriving when the suite stopped waiting, so that not all have come.
 */
export async function whileArriving(context: CheckContext, webhooks: readonly At[], condition: () => boolean): Promise<boolean> {
  const { deliveryWithinMs } = context.target.timing;
  const count = (): number => webhooks.reduce((sum, { endpoint }) => sum + endpoint.attempts.length, 0);
  const patienceMs = Math.max(deliveryWithinMs, ...webhooks.map(({ endpoint }) => endpoint.patience(deliveryWithinMs)));
  return await context.rest(async () => {
    for (const end = Date.now() + MOST_TIMES * patienceMs; Date.now() < end && !condition(); ) {
      const seen = count();
      const came = (): boolean => condition() || count() !== seen;
      if (!(await arrivesAtAny(webhooks, came, deliveryWithinMs))) return true;
    }
    return condition();
  });
}

/** Like `whileArriving`. @throws Inconclusive if deliveries were still arriving, because missing ones may be on their way */
export async function untilAllArrived(context: CheckContext, webhooks: readonly At[], condition: () => boolean): Promise<void> {
  if (!(await whileArriving(context, webhooks, condition))) throw new Inconclusive(notInTime(context));
}

/** The reason if deliveries are still arriving after the configured time. */
export function notInTime({ target: { timing } }: Pick<CheckContext, 'target'>): string {
  return `deliveries come one after the other, but not all of them within timing.deliveryWithinMs: raise it (now ${timing.deliveryWithinMs})`;
}

function endpointsOf(webhooks: Iterable<At>): readonly Endpoint[] {
  return [...new Set([...webhooks].map(({ endpoint }) => endpoint))];
}
