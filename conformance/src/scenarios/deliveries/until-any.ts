import type { Webhook } from '../../model/webhook.ts';

/** Waits until a condition holds, which is looked at whenever something comes to one of the webhooks; false if it did not hold in this time, or there is none. */
export async function untilAny(
  webhooks: Iterable<Pick<Webhook, 'endpoint'>>,
  condition: () => boolean,
  withinMs: number,
): Promise<boolean> {
  const endpoints = new Set([...webhooks].map(({ endpoint }) => endpoint));
  // A race of none never ends.
  if (endpoints.size === 0) return condition();
  return await Promise.race([...endpoints].map((endpoint) => endpoint.until(condition, withinMs)));
}

/** How long is waited for what ought to arrive at one of them. @param configuredMs what the configuration gives a delivery */
export function patience(webhooks: readonly Pick<Webhook, 'endpoint'>[], configuredMs: number): number {
  return Math.max(configuredMs, ...webhooks.map(({ endpoint }) => endpoint.patience(configuredMs)));
}
