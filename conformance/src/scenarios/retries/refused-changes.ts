import { headerNames } from '../../api/header-names.ts';
import { webhookBody } from '../../api/webhook-body.ts';
import { isSuccess } from '../../http/answer.ts';
import { withoutHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { Webhook } from '../../model/webhook.ts';

/** A token that no webhook has. */
const NO_TOKEN = -1;

/** Tries to change and delete a webhook in ways that must be refused. Answers whether all were refused. */
export async function changesRefused(context: CheckContext, { company, id, url, endpoint, events }: Webhook): Promise<boolean> {
  const names = headerNames(context.target.service.headerWord);
  const api = await context.api();
  const put = (Url: string): Call =>
    api.call('updateWebhook', {
      company,
      id,
      body: { ...webhookBody(company, Url, `${endpoint.name} changed`, events.slice(0, 1)), ConcurrencyToken: NO_TOKEN },
    });
  const deletion = api.call('deleteWebhook', { company, id });
  const wrong = [
    put(url),
    put(url.replace(/^https:/, 'http:')),
    withoutHeader(put(url), 'Authorization'),
    withoutHeader(deletion, 'Authorization'),
    withoutHeader(deletion, names.apiKey),
    withoutHeader(deletion, names.licenseKey),
  ];
  let refused = true;
  for (const call of wrong) refused = !isSuccess(await context.send(call)) && refused;
  return refused;
}
