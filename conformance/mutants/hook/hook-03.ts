import { changed } from '../faults/exchanges.ts';
import { markedByPut } from '../faults/marked-by-put.ts';
import { remembering, shownForAllCompanies, type Webhook } from '../faults/webhooks.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, headerOf, isSuccess } from '../peer/message.ts';

export const mutants: Mutants = {
  'disabled-on-creation': remembering(async (disabled, request, forward) => {
    const show = (webhook: Webhook): Webhook => ({ ...webhook, enabled: !disabled.has(String(webhook.id)) });
    const answer = await forward(request);
    if (request.operation === 'createWebhook' && isSuccess(answer) && bodyOf(request).Enabled === false)
      disabled.set(String(bodyOf(answer).id), {});
    return /Webhook/.test(request.operation ?? '') ? changed(answer, show) : answer;
  }),
  'put-disables-without-saying': markedByPut(
    (body) => (body.Enabled === false ? 'disabled' : undefined),
    () => async () => 204,
  ),
  'put-of-enabled-in-lower-case-disables': markedByPut(
    (body) => (body.enabled === false ? 'disabled' : undefined),
    () => async () => 204,
  ),
  'off-for-all-companies': shownForAllCompanies((webhook) => ({ ...webhook, enabled: false })),
  'off-with-the-url-of-another': () => {
    const urls = new Set<unknown>();
    return async (request, forward) => {
      const answer = await forward(request);
      const isKeyed = headerOf(request, 'Idempotency-Key') !== undefined;
      if (request.operation !== 'createWebhook' || isKeyed || !isSuccess(answer)) return answer;
      const { url } = bodyOf(answer);
      const isTaken = urls.size === urls.add(url).size;
      return isTaken ? changed(answer, (webhook) => ({ ...webhook, enabled: false })) : answer;
    };
  },
};
