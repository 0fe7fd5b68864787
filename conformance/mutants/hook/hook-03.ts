import { shownForAllCompanies } from '../faults/audiences.ts';
import { markedByPut } from '../faults/marked-by-put.ts';
import { changed, remembering, type Webhook } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf, headerOf, isSuccess } from '../peer/message.ts';

/** Faulty services that the check of HOOK-03 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HOOK-03-disabled-on-creation',
    mustBreak: ['HOOK-03'],
    fault: remembering(async (disabled, request, forward) => {
      const show = (webhook: Webhook): Webhook => ({ ...webhook, enabled: !disabled.has(String(webhook.id)) });
      const answer = await forward(request);
      if (request.operation === 'createWebhook' && isSuccess(answer) && bodyOf(request).Enabled === false)
        disabled.set(String(bodyOf(answer).id), {});
      return /Webhook/.test(request.operation ?? '') ? changed(answer, show) : answer;
    }),
  },
  markedByPut(
    'HOOK-03-put-disables-without-saying',
    ['HOOK-03'],
    (body) => (body.Enabled === false ? 'disabled' : undefined),
    () => async () => 204,
  ),
  markedByPut(
    'HOOK-03-put-of-enabled-in-lower-case-disables',
    ['HOOK-03'],
    (body) => (body.enabled === false ? 'disabled' : undefined),
    () => async () => 204,
  ),
  {
    id: 'HOOK-03-off-for-all-companies',
    mustBreak: ['HOOK-03'],
    fault: shownForAllCompanies((webhook) => ({ ...webhook, enabled: false })),
  },
  {
    id: 'HOOK-03-off-with-the-url-of-another',
    mustBreak: ['HOOK-03'],
    fault: () => {
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
  },
];
