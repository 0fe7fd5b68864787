import type { Endpoint } from '../model/attempt.ts';
import type { CheckContext } from '../model/check-context.ts';
import { Inconclusive } from '../model/verdict.ts';
import type { Webhook } from '../model/webhook.ts';

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
