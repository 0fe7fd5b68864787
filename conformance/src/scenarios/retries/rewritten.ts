import { webhookBody } from '../../api/webhook-body.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import { webhookCapabilities } from '../webhooks/webhook-capabilities.ts';

/** Gives a webhook more types than it has, and leaves all else as it is; whether that was taken. */
export async function widened(context: CheckContext, webhook: Webhook, events: readonly string[]): Promise<boolean> {
  const { company, id, url, endpoint, concurrencyToken } = webhook;
  const named = (await webhookCapabilities(context)).putsId ? { Id: identifier(id) } : {};
  const body = { ...webhookBody(company, url, endpoint.name, events), ...named, ConcurrencyToken: concurrencyToken };
  return isSuccess(await context.send((await context.api()).call('updateWebhook', { company, id, body })));
}
