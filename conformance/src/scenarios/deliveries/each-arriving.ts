import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';

/** Waits until a condition holds, the full time of a delivery for each that comes: a target that delivers one after the other may take it for every one. */
export async function eachArriving(
  context: CheckContext,
  { endpoint }: Pick<Webhook, 'endpoint'>,
  condition: () => boolean,
): Promise<void> {
  const delivered = (): number => endpoint.attempts.length;
  for (let before = -1; !condition() && delivered() > before; ) {
    before = delivered();
    await endpoint.arrives(() => delivered() > before, context.target.timing.deliveryWithinMs);
  }
}
