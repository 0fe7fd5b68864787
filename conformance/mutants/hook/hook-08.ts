import type { OperationId } from '../../src/generated/operations.ts';
import { changed } from '../faults/exchanges.ts';
import { idOf, remembering, type Webhook } from '../faults/webhooks.ts';
import type { Mutants, NewFault } from '../mutant.ts';
import { bodyOf, isSuccess, withBody } from '../peer/message.ts';

/** A service that accepts some Urls with another scheme than https. */
function otherScheme(operation: OperationId, taken: (url: string, body: Webhook) => boolean): NewFault {
  return () => {
    const urls = new Map<string, string>();
    const back = (webhook: Webhook): Webhook => ({ ...webhook, url: urls.get(String(webhook.id)) ?? webhook.url });
    return async (request, forward) => {
      const body = bodyOf(request);
      const { Url } = body;
      const isTaken = request.operation === operation && typeof Url === 'string' && !/^https:/i.test(Url) && taken(Url, body);
      if (!isTaken) return changed(await forward(request), back);
      const answer = await forward(withBody(request, { ...body, Url: 'https://localhost/elsewhere' }));
      if (isSuccess(answer)) urls.set(String(bodyOf(answer).id), Url);
      return changed(answer, back);
    };
  };
}

export const mutants: Mutants = {
  'http-by-put': otherScheme('updateWebhook', (url) => url.startsWith('http:')),
  'scheme-in-capitals': otherScheme('createWebhook', (url) => url.startsWith('HTTP:')),
  'mail-address': otherScheme('createWebhook', (url) => url.startsWith('mailto:')),
  'port-443-is-secure': otherScheme('updateWebhook', (url) => /:443\b/.test(url)),
  'http-for-all-companies': otherScheme('createWebhook', (_url, { AziendaId }) => AziendaId === null),
  'refuses-the-url-and-keeps-the-rest': remembering(async (urls, request, forward) => {
    const answer = await forward(request);
    const body = bodyOf(request);
    if (request.operation === 'createWebhook' && isSuccess(answer)) urls.set(String(bodyOf(answer).id), body);
    const url = urls.get(idOf(request))?.Url;
    if (request.operation === 'updateWebhook' && answer.status === 400 && url !== undefined)
      await forward(withBody(request, { ...body, Url: url }));
    return answer;
  }),
  'refuses-the-url-and-keeps-the-events': remembering(async (kept, request, forward) => {
    const answer = await forward(request);
    const { Url, Events } = bodyOf(request);
    const isRefused = request.operation === 'updateWebhook' && answer.status === 400 && !/^https:/i.test(String(Url));
    if (isRefused) kept.set(idOf(request), { events: Events });
    return /^(get|list)Webhook$/.test(request.operation ?? '')
      ? changed(answer, (webhook) => ({ ...webhook, ...kept.get(String(webhook.id)) }))
      : answer;
  }),
};
