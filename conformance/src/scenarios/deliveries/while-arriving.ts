import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import type { Webhook } from '../../model/webhook.ts';
import { arrivesAtAny, patience } from './until-any.ts';

/** For how many times that of one delivery is waited: a target that never stops must not keep the suite waiting for ever. */
const MOST_TIMES = 5;

/**
 * Waits until a condition holds, for as long as something comes at one of the webhooks within the time that the configuration gives a delivery:
 * a target may deliver one event after the other. Other rules are judged meanwhile. Answers whether all has come that will: false if deliveries
 * still came when the suite waited no longer.
 */
export async function whileArriving(
  context: CheckContext,
  webhooks: readonly Pick<Webhook, 'endpoint'>[],
  condition: () => boolean,
): Promise<boolean> {
  const { deliveryWithinMs } = context.target.timing;
  const count = (): number => webhooks.reduce((sum, { endpoint }) => sum + endpoint.attempts.length, 0);
  return await context.rest(async () => {
    for (const end = Date.now() + MOST_TIMES * patience(webhooks, deliveryWithinMs); Date.now() < end && !condition(); ) {
      const seen = count();
      const came = (): boolean => condition() || count() !== seen;
      if (!(await arrivesAtAny(webhooks, came, deliveryWithinMs))) return true;
    }
    return condition();
  });
}

/** The same. @throws Inconclusive if deliveries still came when the suite waited no longer: what is missing may be on its way */
export async function untilSettled(
  context: CheckContext,
  webhooks: readonly Pick<Webhook, 'endpoint'>[],
  condition: () => boolean,
): Promise<void> {
  if (!(await whileArriving(context, webhooks, condition))) throw new Inconclusive(notInTime(context));
}

/** What is said where deliveries still come after the time that the configuration gives them. */
export function notInTime({ target: { timing } }: CheckContext): string {
  return `deliveries come one after the other, but not all of them within timing.deliveryWithinMs: raise it (now ${timing.deliveryWithinMs})`;
}
