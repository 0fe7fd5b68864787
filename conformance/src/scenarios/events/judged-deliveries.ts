import type { CheckContext } from '../../model/check-context.ts';
import type { Delivery } from '../../model/delivery.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import type { Hook } from '../../model/webhook.ts';
import { isLook } from '../../receiver/delivery.ts';
import { noDelivery } from '../deliveries/await-deliveries.ts';
import { retriedDeliveries } from '../retries/retried-delivery.ts';
import { eventScenario } from './event-scenario.ts';

/** Deliveries of one webhook that are looked at, at most. */
const MOST_PER_HOOK = 200;

/** Every delivery of the run so far, retried ones and every type of event among them: each must be signed. @throws Inconclusive when there is none. */
export async function judgedDeliveries(context: CheckContext): Promise<readonly { readonly hook: Hook; readonly delivery: Delivery }[]> {
  await retriedDeliveries(context);
  await subscribedHooks(context);
  const { hooks } = context.run.webhooks;
  // Which of two webhooks with one Url a delivery is for, its signature alone would tell.
  const shared = new Set(hooks.map(({ endpoint }) => endpoint).filter((endpoint, index, all) => all.indexOf(endpoint) !== index));
  const alone = hooks.filter(({ endpoint }) => !shared.has(endpoint));
  const all = alone.flatMap((hook) =>
    hook.endpoint.deliveries
      .filter((delivery) => !isLook(delivery))
      .slice(0, MOST_PER_HOOK)
      .map((delivery) => ({ hook, delivery })),
  );
  if (all.length === 0) throw new Inconclusive(noDelivery(context));
  return all;
}

/** The webhooks that got every type of event; none where nothing came to them. */
export async function subscribedHooks(context: CheckContext): Promise<readonly Hook[]> {
  try {
    return (await eventScenario(context)).subscriptions.map(({ hook }) => hook);
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof Skip) return [];
    throw error;
  }
}
