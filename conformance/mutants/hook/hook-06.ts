import { listed, shown } from '../faults/exchanges.ts';
import { isLaterPage } from '../faults/pages.ts';
import { idOf, shownForAllCompanies, type Webhook } from '../faults/webhooks.ts';
import type { Mutants, NewFault } from '../mutant.ts';

export const mutants: Mutants = {
  'masked-in-the-list': {
    mustAlsoBreak: ['HOOK-15'],
    fault: shown(['listWebhook'], (webhook) => ({ ...webhook, secret: '********' })),
  },
  'empty-in-get': {
    mustAlsoBreak: ['HOOK-15'],
    fault: shown(['getWebhook'], (webhook) => ({ ...webhook, secret: '' })),
  },
  'masked-for-all-companies': shownForAllCompanies((webhook) => ({ ...webhook, secret: webhook.secret ?? '********' })),
  'secrets-on-later-pages': { mayBreak: ['HOOK-15'], fault: onLaterPages((entry) => ({ ...entry, secret: 'whsec_shown' })) },
  'no-secret-member-on-later-pages': { mayBreak: ['HOOK-15'], fault: onLaterPages(({ secret: _, ...entry }) => entry) },
  'secrets-on-later-pages-until-a-change': {
    mayBreak: ['HOOK-15'],
    fault: (context) => {
      const changed = new Set<string>();
      const shown = onLaterPages((entry) => (changed.has(String(entry.id)) ? entry : { ...entry, secret: 'whsec_shown' }));
      return async (request, forward) => {
        if (request.operation === 'updateWebhook') changed.add(idOf(request));
        return await shown(context)(request, forward);
      };
    },
  },
};

/** A service that changes the entries of its list of webhooks on every page except the first. */
function onLaterPages(change: (entry: Webhook) => Webhook): NewFault {
  return listed('listWebhook', (entries, request) => (isLaterPage(request) ? entries.map(change) : entries));
}
