import { isSuccess } from '../../http/answer.ts';
import type { Attempt } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';
import { isSignedBy } from '../deliveries/signed-by.ts';
import { creationCall, type Registration, registered } from '../webhooks/registration.ts';
import type { DeliveredEvent } from './delivered-event.ts';

/** Creates a second webhook with the same Url; undefined if the target refuses it. */
export async function withSameUrl(
  context: CheckContext,
  { company, endpoint, url, body }: Registration,
): Promise<Registration | undefined> {
  const draft = { company, endpoint, url, body: { ...body, Description: `${endpoint.name} second` } };
  const answer = await context.send(await creationCall(context, draft));
  return isSuccess(answer) ? registered(context, draft, answer) : undefined;
}

/** The attempts to deliver to a webhook. If two webhooks share a Url, only the signature tells whose attempt it is. */
export function deliveriesOf(
  context: CheckContext,
  webhook: Webhook,
  pair: readonly Webhook[],
  { deliveries }: Pick<DeliveredEvent, 'deliveries'>,
): readonly Attempt[] {
  const other = pair.includes(webhook) ? pair.find((one) => one !== webhook) : undefined;
  const isOwn = (attempt: Attempt): boolean => isSignedBy(context, webhook.secret, attempt) === true;
  return deliveries(webhook).filter(
    (attempt) => other === undefined || (isOwn(attempt) && isSignedBy(context, other.secret, attempt) !== true),
  );
}
