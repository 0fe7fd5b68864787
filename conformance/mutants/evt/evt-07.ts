import { undelivered } from '../faults/attempts.ts';
import { createdWith } from '../faults/subscriptions.ts';
import { idOf, marksOf, wideWebhooksMarked } from '../faults/webhooks.ts';
import type { Mutants, NewFault } from '../mutant.ts';
import { bodyOf, headerOf, isSuccess, withHeader } from '../peer/message.ts';

/** Creates every webhook for all companies for the one user who has access to all companies. */
const wideForAll: NewFault = (context) => {
  let widest: string | undefined;
  const taken = new Set<string>();
  return async (request, forward) => {
    const own = headerOf(request, 'Authorization');
    if (/^\/api\/v\d+\/2\//.test(request.path)) widest = own;
    const isWide = request.operation === 'createWebhook' && bodyOf(request).AziendaId === null;
    const isTaken = taken.has(idOf(request)) && /Webhook$/.test(request.operation ?? '');
    if (widest === undefined || !(isWide || isTaken)) return await forward(request);
    const answer = await forward(withHeader(request, 'Authorization', widest));
    if (!isWide || !isSuccess(answer)) return answer;
    const { id, secret } = bodyOf(answer);
    taken.add(String(id));
    if (own !== widest) marksOf(context).set(String(secret), 'of another');
    return answer;
  };
};

export const mutants: Mutants = {
  'company-of-the-webhook-not-heeded': {
    mayBreak: ['IDEM-07', 'IDEM-08'],
    fault: createdWith('AziendaId', (asked, { target }) => (target.companies.some(({ id }) => id === String(asked)) ? null : asked)),
  },
  'null-is-the-first-company': {
    mustAlsoBreak: ['HOOK-09'],
    fault: wideWebhooksMarked,
    deliveryFault: undelivered((delivery, context) => marksOf(context).has(delivery.secret) && bodyOf(delivery).CompanyId !== 1),
  },
  'null-is-every-company-there-is': {
    // The webhook then belongs to another user.
    mayBreak: ['COMP-10', 'HOOK-15', 'COMP-08'],
    fault: wideForAll,
  },
  'deletions-of-stock-items-are-told-to-everybody': {
    mayBreak: ['COMP-10', 'HOOK-15', 'COMP-08'],
    fault: wideForAll,
    deliveryFault: undelivered((delivery, context) => {
      const { Type, CompanyId } = bodyOf(delivery);
      const isTold = marksOf(context).get(delivery.secret) !== 'of another' || CompanyId === 1 || Type === 'articolo.Delete';
      return !isTold;
    }),
  },
  'who-has-the-url-of-another-is-told-nothing-for-all-companies': {
    mayBreak: ['EVT-08', 'DLV-05', 'SIG-03'],
    fault: (context) => {
      const wide = wideWebhooksMarked(context);
      const urls = new Set<unknown>();
      return async (request, forward) => {
        const answer = await wide(request, forward);
        if (request.operation !== 'createWebhook' || !isSuccess(answer)) return answer;
        const { url } = bodyOf(answer);
        if (urls.has(url)) marksOf(context).set(`shared ${url}`, 'shared');
        urls.add(url);
        return answer;
      };
    },
    deliveryFault: undelivered(({ secret, url }, context) => {
      const marks = marksOf(context);
      return marks.has(secret) && marks.has(`shared ${url}`);
    }),
  },
};
