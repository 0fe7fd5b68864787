import { isLaterPage, listing } from '../faults/pages.ts';
import { staleList } from '../faults/stale-reads.ts';
import { changed, idOf, isTexts, marksOf, shown, type Webhook } from '../faults/webhooks.ts';
import { forAnyUser } from '../faults/webhooks-of-others.ts';
import type { Mutant } from '../mutant.ts';
import { type Answer, bodyOf, entriesOf, headerOf, isSuccess, withBody } from '../peer/message.ts';

/** Faulty services that the check of HOOK-15 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HOOK-15-list-without-those-for-all-companies',
    mustBreak: ['HOOK-15'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'listWebhook' && isSuccess(answer)
        ? withBody(
            answer,
            entriesOf(answer).filter(({ aziendaId }) => aziendaId !== null),
          )
        : answer;
    },
  },
  {
    id: 'HOOK-15-get-from-before-the-second-put',
    mustBreak: ['HOOK-15', 'HOOK-13', 'CONC-01', 'CONC-03'],
    fault: () => {
      const puts = new Map<string, number>();
      const first = new Map<string, Answer>();
      return async (request, forward) => {
        const answer = await forward(request);
        const id = idOf(request);
        if (request.operation === 'updateWebhook' && isSuccess(answer)) {
          puts.set(id, (puts.get(id) ?? 0) + 1);
          if (puts.get(id) === 1) first.set(id, answer);
        }
        return request.operation === 'getWebhook' && isSuccess(answer) && (puts.get(id) ?? 0) > 1 ? (first.get(id) ?? answer) : answer;
      };
    },
  },
  {
    id: 'HOOK-15-descriptions-are-listed-in-short',
    mustBreak: ['HOOK-15'],
    mayBreak: ['COMP-10'],
    fault: listing('listWebhook', ({ description, ...webhook }) => ({
      ...webhook,
      description: typeof description === 'string' ? description.slice(0, 200) : description,
    })),
  },
  {
    id: 'HOOK-15-later-pages-show-no-description',
    mustBreak: ['HOOK-15', 'COMP-10'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'listWebhook' && isLaterPage(request) && isSuccess(answer)
        ? withBody(
            answer,
            entriesOf(answer).map((webhook) => ({ ...webhook, description: null })),
          )
        : answer;
    },
  },
  {
    id: 'HOOK-15-list-keeps-a-deleted-one-that-changed-twice',
    mustBreak: ['HOOK-15'],
    fault: () => {
      const changes = new Map<string, readonly Webhook[]>();
      const kept: Webhook[] = [];
      return async (request, forward) => {
        const answer = await forward(request);
        if (!isSuccess(answer)) return answer;
        const seen = changes.get(idOf(request)) ?? [];
        if (request.operation === 'updateWebhook') changes.set(idOf(request), [...seen, bodyOf(answer)]);
        if (request.operation === 'deleteWebhook' && seen.length > 1) kept.push(...seen.slice(-1));
        return request.operation === 'listWebhook' ? withBody(answer, [...entriesOf(answer), ...kept]) : answer;
      };
    },
  },
  {
    id: 'HOOK-15-list-from-before-a-keyed-put',
    mustBreak: ['HOOK-15'],
    // The list differs from the GET, from the PUT, and from the current state.
    mayBreak: ['COMP-10', 'HOOK-13', 'IDEM-14'],
    fault: staleList('listWebhook', (change) => headerOf(change, 'Idempotency-Key') !== undefined),
  },
  {
    id: 'HOOK-15-get-without-the-types-of-unknown-objects',
    mustBreak: ['HOOK-15'],
    mayBreak: ['COMP-10'],
    fault: shown(['getWebhook'], ({ events, ...webhook }) => ({
      ...webhook,
      events: isTexts(events) ? events.filter((type) => /^(Anagrafica|articolo|Documento|FatturaElettronicaXml)\./i.test(type)) : events,
    })),
  },
  {
    id: 'HOOK-15-list-shows-no-description-as-empty',
    mustBreak: ['HOOK-15'],
    mayBreak: ['COMP-10'],
    fault: listing('listWebhook', (webhook) => ({ ...webhook, description: webhook.description ?? '' })),
  },
  {
    id: 'HOOK-15-get-of-another-users-webhook',
    mustBreak: ['HOOK-15'],
    fault: forAnyUser('getWebhook'),
  },
  {
    id: 'HOOK-15-disabled-while-a-retry-waits',
    mustBreak: ['HOOK-15'],
    mayBreak: ['COMP-10', 'HOOK-03'],
    fault: (context) => async (request, forward) => {
      const answer = await forward(request);
      const { id, secret } = bodyOf(answer);
      if (request.operation === 'createWebhook' && isSuccess(answer)) marksOf(context).set(`webhook ${id}`, String(secret));
      const isWaiting = marksOf(context).has(`waits at ${marksOf(context).get(`webhook ${idOf(request)}`)}`);
      return request.operation === 'getWebhook' && isWaiting ? changed(answer, (webhook) => ({ ...webhook, enabled: false })) : answer;
    },
    deliveryFault: (context) => async (delivery, deliver) => {
      const status = await deliver(delivery);
      if (status >= 300) marksOf(context).set(`waits at ${delivery.secret}`, 'for a retry');
      return status;
    },
  },
  {
    id: 'HOOK-15-list-shows-ten-types',
    mustBreak: ['HOOK-15'],
    fault: listing('listWebhook', (webhook) => ({
      ...webhook,
      events: isTexts(webhook.events) ? webhook.events.slice(0, 10) : webhook.events,
    })),
  },
];
