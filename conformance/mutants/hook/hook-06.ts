import { shownForAllCompanies } from '../faults/audiences.ts';
import { idOf, shown } from '../faults/webhooks.ts';
import type { Mutant, Request } from '../mutant.ts';
import { type Answer, entriesOf, isSuccess, withBody } from '../peer/message.ts';

/** Faulty services that the check of HOOK-06 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HOOK-06-masked-in-the-list',
    mustBreak: ['HOOK-06', 'HOOK-15'],
    fault: shown(['listWebhook'], (webhook) => ({ ...webhook, secret: '********' })),
  },
  {
    id: 'HOOK-06-empty-in-get',
    mustBreak: ['HOOK-06', 'HOOK-15'],
    fault: shown(['getWebhook'], (webhook) => ({ ...webhook, secret: '' })),
  },
  {
    id: 'HOOK-06-masked-for-all-companies',
    mustBreak: ['HOOK-06'],
    fault: shownForAllCompanies((webhook) => ({ ...webhook, secret: webhook.secret ?? '********' })),
  },
  onLaterPages('HOOK-06-secrets-on-later-pages', (entry) => ({ ...entry, secret: 'whsec_shown' })),
  onLaterPages('HOOK-06-no-secret-member-on-later-pages', ({ secret: _, ...entry }) => entry),
  {
    id: 'HOOK-06-secrets-on-later-pages-until-a-change',
    mustBreak: ['HOOK-06'],
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
];

function isLaterPage({ operation, path }: Request, answer: Answer): boolean {
  return operation === 'listWebhook' && isSuccess(answer) && /after=[1-9]/.test(path);
}

/** A service that changes the entries of its list of webhooks on every page except the first. */
function onLaterPages(id: string, change: (entry: Record<string, unknown>) => Record<string, unknown>): Mutant {
  return {
    id,
    mustBreak: ['HOOK-06'],
    mayBreak: ['HOOK-15'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return isLaterPage(request, answer) ? withBody(answer, entriesOf(answer).map(change)) : answer;
    },
  };
}
