import type { Endpoint } from '../model/attempt.ts';
import type { CheckContext } from '../model/check-context.ts';
import { Inconclusive } from '../model/verdict.ts';
import type { Webhook } from '../model/webhook.ts';

/** For how many times that of one delivery is waited: a target that never stops must not keep the suite waiting for ever. */
const MOST_TIMES = 5;

type At = Pick<Webhook, 'endpoint'>;

/** Waits until a condition holds, which is looked at whenever something comes to one of the webhooks; false if it did not hold in this time, or there is none. */
export async function untilAny(webhooks: Iterable<At>, condition: () => boolean, withinMs: number): Promise<boolean> {
  const endpoints = endpointsOf(webhooks);
  // A race of none never ends.
  if (endpoints.length === 0) return condition();
  return await Promise.race(endpoints.map((endpoint) => endpoint.until(condition, withinMs)));
}

/** The same for what ought to arrive at one of them. @param configuredMs what the configuration gives a delivery */
export async function arrivesAtAny(webhooks: Iterable<At>, condition: () => boolean, configuredMs: number): Promise<boolean> {
  const [first, ...others] = endpointsOf(webhooks);
  return first === undefined ? condition() : await first.arrives(condition, configuredMs, others);
}

/** Waits until a condition holds, the full time of a delivery for each that comes: a target that delivers one after the other may take it for every one. */
export async function eachArriving(context: CheckContext, { endpoint }: At, condition: () => boolean): Promise<void> {
  const delivered = (): number => endpoint.attempts.length;
  for (let before = -1; !condition() && delivered() > before; ) {
    before = delivered();
    await endpoint.arrives(() => delivered() > before, context.target.timing.deliveryWithinMs);
  }
}

/**
 * Waits until a condition holds, for as long as something comes at one of the webhooks within the time that the configuration gives a delivery:
 * a target may deliver one event after the other. Other rules are judged meanwhile. Answers whether all has come that will: false if deliveries
 * still came when the suite waited no longer.
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

/** The same. @throws Inconclusive if deliveries still came when the suite waited no longer: what is missing may be on its way */
export async function untilAllArrived(context: CheckContext, webhooks: readonly At[], condition: () => boolean): Promise<void> {
  if (!(await whileArriving(context, webhooks, condition))) throw new Inconclusive(notInTime(context));
}

/** What is said where deliveries still come after the time that the configuration gives them. */
export function notInTime({ target: { timing } }: Pick<CheckContext, 'target'>): string {
  return `deliveries come one after the other, but not all of them within timing.deliveryWithinMs: raise it (now ${timing.deliveryWithinMs})`;
}

function endpointsOf(webhooks: Iterable<At>): readonly Endpoint[] {
  return [...new Set([...webhooks].map(({ endpoint }) => endpoint))];
}
