import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Delivery } from '../../model/delivery.ts';
import type { Hook } from '../../model/webhook.ts';
import { isSignedBy } from '../deliveries/signed-by.ts';
import { creationCall, type Registration, registered } from '../webhooks/registration.ts';
import type { DeliveredEvent } from './delivered-event.ts';

/** Creates another webhook with the Url of one; undefined where the target takes none. */
export async function withSameUrl(
  context: CheckContext,
  { company, endpoint, url, body }: Registration,
): Promise<Registration | undefined> {
  const draft = { company, endpoint, url, body: { ...body, Description: `${endpoint.name} second` } };
  const answer = await context.send(await creationCall(context, draft));
  return isSuccess(answer) ? registered(context, draft, answer) : undefined;
}

/** What came for a webhook; for which of two with one Url it came, its signature alone tells. */
export function deliveriesOf(
  context: CheckContext,
  hook: Hook,
  pair: readonly Hook[],
  { deliveries }: Pick<DeliveredEvent, 'deliveries'>,
): readonly Delivery[] {
  const other = pair.includes(hook) ? pair.find((one) => one !== hook) : undefined;
  const isOwn = (delivery: Delivery): boolean => isSignedBy(context, hook.secret, delivery) === true;
  return deliveries(hook).filter(
    (delivery) => other === undefined || (isOwn(delivery) && isSignedBy(context, other.secret, delivery) !== true),
  );
}
