import { webhookBody } from '../../api/webhook-body.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Webhook } from '../../model/webhook.ts';
import { updateCall } from '../webhooks/registration.ts';

/** Changes members of a webhook of one company, and keeps the others as created. Answers whether the target accepted it. */
export async function rewritten(context: CheckContext, webhook: Webhook, changes: JsonObject): Promise<boolean> {
  const { company, url, endpoint, events, concurrencyToken: token } = webhook;
  const body = webhookBody(company, url, endpoint.name, events);
  return isSuccess(await context.send(await updateCall(context, { ...webhook, body }, { changes, token })));
}
