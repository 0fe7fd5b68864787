import { createdWith } from '../faults/subscriptions.ts';
import { marksOf, wideWebhooksMarked } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

/** Faulty services that the check of EVT-07 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'EVT-07-company-of-the-webhook-not-heeded',
    mustBreak: ['EVT-07', 'IDEM-08'],
    mayBreak: ['IDEM-07'],
    fault: createdWith('AziendaId', (asked, { target }) => (target.companies.some(({ id }) => id === String(asked)) ? null : asked)),
  },
  {
    id: 'EVT-07-null-is-the-first-company',
    mustBreak: ['EVT-07', 'HOOK-09'],
    fault: wideWebhooksMarked,
    deliveryFault: (context) => async (delivery, deliver) =>
      marksOf(context).has(delivery.secret) && bodyOf(delivery).CompanyId !== 1 ? 204 : await deliver(delivery),
  },
];
