import { signedWith } from './faults/marked-by-put.ts';
import { marksOf, shown, type Webhook } from './faults/webhooks.ts';
import type { Mutant } from './mutant.ts';
import { bodyOf, isSuccess, withBody } from './peer/message.ts';

/** A fault in how webhooks for all companies are shown by whatever shows them. */
function shownForAllCompanies(change: (webhook: Webhook) => Webhook): Mutant['fault'] {
  const operations = ['createWebhook', 'getWebhook', 'listWebhook', 'updateWebhook'] as const;
  return shown(operations, (webhook) => (webhook.aziendaId === null ? change(webhook) : webhook));
}

const sharedSecret = 'one secret of all companies';

/** Services that treat the webhooks for all companies wrongly, and those for one company rightly. */
export const hookAudienceMutants: readonly Mutant[] = [
  {
    id: 'HOOK-03-off-for-all-companies',
    mustBreak: ['HOOK-03'],
    fault: shownForAllCompanies((webhook) => ({ ...webhook, enabled: false })),
  },
  {
    id: 'HOOK-04-one-secret-for-all-companies',
    mustBreak: ['HOOK-04', 'SIG-03'],
    fault: (context) => async (request, forward) => {
      const answer = await forward(request);
      if (request.operation !== 'createWebhook' || !isSuccess(answer) || bodyOf(answer).aziendaId !== null) return answer;
      marksOf(context).set(String(bodyOf(answer).secret), sharedSecret);
      return withBody(answer, { ...bodyOf(answer), secret: sharedSecret });
    },
    deliveryFault: (context) => async (delivery, deliver) => {
      const secret = marksOf(context).get(delivery.secret);
      return secret === undefined ? await deliver(delivery) : await signedWith(secret)(delivery, deliver);
    },
  },
  {
    id: 'HOOK-06-masked-for-all-companies',
    mustBreak: ['HOOK-06'],
    fault: shownForAllCompanies((webhook) => ({ ...webhook, secret: webhook.secret ?? '********' })),
  },
];
