import { answersOf, changed, shown } from '../faults/exchanges.ts';
import { signedWith } from '../faults/marked-by-put.ts';
import { marksOf, remembering, type Webhook } from '../faults/webhooks.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, withBody } from '../peer/message.ts';

const SHARED_SECRET = 'one secret of all companies';

export const mutants: Mutants = {
  'one-secret-a-second': {
    mustAlsoBreak: ['HOOK-05', 'HOOK-07', 'SIG-02', 'SIG-03'],
    fault: remembering(async (secrets, request, forward) => {
      const answer = await forward(request);
      const ofNow = { secret: `secret-${Math.floor(Date.now() / 1000)}` };
      const once = (id: string): Webhook => secrets.get(id) ?? secrets.set(id, ofNow).get(id) ?? ofNow;
      return request.operation === 'createWebhook' ? changed(answer, (webhook) => ({ ...webhook, ...once(String(webhook.id)) })) : answer;
    }),
  },
  'secret-cut-short': {
    mustAlsoBreak: ['HOOK-05', 'HOOK-07', 'SIG-02', 'SIG-03'],
    fault: shown(['createWebhook'], (webhook) => ({ ...webhook, secret: `${String(webhook.secret).slice(0, 10)}…` })),
  },
  'one-secret-for-all-companies': {
    mustAlsoBreak: ['SIG-03'],
    fault: answersOf('createWebhook', (answer, _request, context) => {
      if (bodyOf(answer).aziendaId !== null) return answer;
      marksOf(context).set(String(bodyOf(answer).secret), SHARED_SECRET);
      return withBody(answer, { ...bodyOf(answer), secret: SHARED_SECRET });
    }),
    deliveryFault: (context) => async (delivery, deliver) => {
      const secret = marksOf(context).get(delivery.secret);
      return secret === undefined ? await deliver(delivery) : await signedWith(secret)(delivery, deliver);
    },
  },
};
