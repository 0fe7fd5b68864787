import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';
import { arrivalsOfId } from '../deliveries/arrivals.ts';
import { createContact } from '../resources/contact-life.ts';
import { unlessRefused } from '../unless-refused.ts';

/** Whether an event that is fired now is delivered. If so, the events that were due before it are too. */
export async function settled(context: CheckContext, { endpoint, company }: Webhook): Promise<boolean> {
  const created = await unlessRefused(createContact(context, company));
  if (created === undefined) return false;
  const came = (): boolean => arrivalsOfId(endpoint, created.id).length > 0;
  return await context.rest(() => endpoint.arrives(came, context.target.timing.deliveryWithinMs));
}
