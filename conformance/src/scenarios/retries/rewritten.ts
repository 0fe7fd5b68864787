import { webhookBody } from '../../api/webhook-body.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { identifier, type JsonObject } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import { webhookCapabilities } from '../webhooks/webhook-capabilities.ts';

/** Changes members of a webhook of one company, and leaves all else as it was created; whether that was taken. */
export async function rewritten(context: CheckContext, webhook: Webhook, changes: JsonObject): Promise<boolean> {
  const { company, id, url, endpoint, events, concurrencyToken } = webhook;
  const named = (await webhookCapabilities(context)).putsId ? { Id: identifier(id) } : {};
  const body = { ...webhookBody(company, url, endpoint.name, events), ...named, ...changes, ConcurrencyToken: concurrencyToken };
  return isSuccess(await context.send((await context.api()).call('updateWebhook', { company, id, body })));
}
