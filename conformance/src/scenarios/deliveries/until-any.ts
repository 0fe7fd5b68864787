import type { Endpoint } from '../../model/attempt.ts';
import type { Webhook } from '../../model/webhook.ts';

/** Waits until a condition holds, which is looked at whenever something comes to one of the webhooks; false if it did not hold in this time, or there is none. */
export async function untilAny(
  webhooks: Iterable<Pick<Webhook, 'endpoint'>>,
  condition: () => boolean,
  withinMs: number,
): Promise<boolean> {
  const endpoints = endpointsOf(webhooks);
  // A race of none never ends.
  if (endpoints.length === 0) return condition();
  return await Promise.race(endpoints.map((endpoint) => endpoint.until(condition, withinMs)));
}

/** The same for what ought to arrive at one of them. @param configuredMs what the configuration gives a delivery */
export async function arrivesAtAny(
  webhooks: Iterable<Pick<Webhook, 'endpoint'>>,
  condition: () => boolean,
  configuredMs: number,
): Promise<boolean> {
  const [first, ...others] = endpointsOf(webhooks);
  return first === undefined ? condition() : await first.arrives(condition, configuredMs, others);
}

function endpointsOf(webhooks: Iterable<Pick<Webhook, 'endpoint'>>): readonly Endpoint[] {
  return [...new Set([...webhooks].map(({ endpoint }) => endpoint))];
}

/** How long is waited for what ought to arrive at one of them. @param configuredMs what the configuration gives a delivery */
export function patience(webhooks: readonly Pick<Webhook, 'endpoint'>[], configuredMs: number): number {
  return Math.max(configuredMs, ...webhooks.map(({ endpoint }) => endpoint.patience(configuredMs)));
}
