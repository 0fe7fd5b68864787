import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';
import { arrivalsOfId } from '../deliveries/arrivals.ts';
import { createContact } from '../resources/contact-life.ts';
import { unlessRefused } from '../unless-refused.ts';

/** Whether something that happens now is delivered: then so is what was due before it. */
export async function settled(context: CheckContext, { endpoint, company }: Webhook): Promise<boolean> {
  const created = await unlessRefused(createContact(context, company));
  if (created === undefined) return false;
  const came = (): boolean => arrivalsOfId(endpoint, created.id).length > 0;
  return await context.rest(() => endpoint.arrives(came, context.target.timing.deliveryWithinMs));
}
