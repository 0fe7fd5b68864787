import { createdId } from '../../api/identity.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { asOtherUser } from '../as-other-user.ts';
import { draftWebhook } from './registration.ts';

/** A webhook that the target's other user has created. */
export interface WebhookOfOther {
  readonly id: string;
  readonly remove: () => Promise<unknown>;
}

/** Creates one for all companies under the first company's license key; undefined if there is no such user, or the creation fails. */
export async function webhookOfOther(context: CheckContext): Promise<WebhookOfOther | undefined> {
  const asOther = await asOtherUser(context);
  if (asOther === undefined) return undefined;
  // The other user has this company too.
  const [company] = context.target.companies;
  const [api, { body }] = [await context.api(), await draftWebhook(context, { company })];
  const created = await context.send(asOther(api.call('createWebhook', { company, body: { ...body, AziendaId: null } })));
  const id = isSuccess(created) ? createdId(created, 'webhook') : undefined;
  return id === undefined ? undefined : { id, remove: () => context.send(asOther(api.call('deleteWebhook', { company, id }))) };
}
