import { shownForAllCompanies } from '../faults/audiences.ts';
import { idOf, shown } from '../faults/webhooks.ts';
import type { MutantEntry, Mutants, Request } from '../mutant.ts';
import { type Answer, entriesOf, isSuccess, withBody } from '../peer/message.ts';

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
  'secrets-on-later-pages': onLaterPages((entry) => ({ ...entry, secret: 'whsec_shown' })),
  'no-secret-member-on-later-pages': onLaterPages(({ secret: _, ...entry }) => entry),
  'secrets-on-later-pages-until-a-change': {
    mayBreak: ['HOOK-15'],
    fault: () => {
      const changed = new Set<string>();
      return async (request, forward) => {
        const answer = await forward(request);
        if (request.operation === 'updateWebhook') changed.add(idOf(request));
        if (!isLaterPage(request, answer)) return answer;
        return withBody(
          answer,
          entriesOf(answer).map((entry) => (changed.has(String(entry.id)) ? entry : { ...entry, secret: 'whsec_shown' })),
        );
      };
    },
  },
};

function isLaterPage({ operation, path }: Request, answer: Answer): boolean {
  return operation === 'listWebhook' && isSuccess(answer) && /after=[1-9]/.test(path);
}

/** A service that changes the entries of its list of webhooks on every page except the first. */
function onLaterPages(change: (entry: Record<string, unknown>) => Record<string, unknown>): MutantEntry {
  return {
    mayBreak: ['HOOK-15'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return isLaterPage(request, answer) ? withBody(answer, entriesOf(answer).map(change)) : answer;
    },
  };
}
