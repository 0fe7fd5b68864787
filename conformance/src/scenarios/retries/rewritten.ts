import { webhookBody } from '../../api/webhook-body.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import { updateCall } from '../webhooks/registration.ts';

/** Changes members of a webhook of one company, and leaves all else as it was created; whether that was taken. */
export async function rewritten(context: CheckContext, webhook: Webhook, changes: JsonObject): Promise<boolean> {
  const { company, url, endpoint, events, concurrencyToken: token } = webhook;
  const body = webhookBody(company, url, endpoint.name, events);
  return isSuccess(await context.send(await updateCall(context, { ...webhook, body }, { changes, token })));
}
