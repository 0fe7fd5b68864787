import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import type { Attempt, Webhook } from '../../model/webhook.ts';
import { isLook } from '../../receiver/attempt.ts';
import { noDelivery } from '../../wait/arrives.ts';
import { retriedDeliveries } from '../retries/retried-delivery.ts';
import { eventScenario } from './event-scenario.ts';

/** How many attempts at one webhook are judged at most. */
const MOST_PER_HOOK = 200;

/** Every attempt of the run so far, including retries and every type of event. @throws Inconclusive when there is none. */
export async function judgedAttempts(context: CheckContext): Promise<readonly { readonly webhook: Webhook; readonly attempt: Attempt }[]> {
  await retriedDeliveries(context);
  await subscribedWebhooks(context);
  const { all: webhooks } = context.run.webhooks;
  // Where two webhooks share a Url, only the signature shows which one a delivery is for.
  const shared = new Set(webhooks.map(({ endpoint }) => endpoint).filter((endpoint, index, all) => all.indexOf(endpoint) !== index));
  const alone = webhooks.filter(({ endpoint }) => !shared.has(endpoint));
  const all = alone.flatMap((webhook) =>
    webhook.endpoint.attempts
      .filter((attempt) => !isLook(attempt))
      .slice(0, MOST_PER_HOOK)
      .map((attempt) => ({ webhook, attempt })),
  );
  if (all.length === 0) throw new Inconclusive(noDelivery(context));
  return all;
}

/** The webhooks of the event scenario; none if it could not run. */
export async function subscribedWebhooks(context: CheckContext): Promise<readonly Webhook[]> {
  try {
    return (await eventScenario(context)).subscriptions.map(({ webhook }) => webhook);
  } catch (error) {
    if (error instanceof Inconclusive || error instanceof Skip) return [];
    throw error;
  }
}
