import { answering, changed, listed, listing, shown } from '../faults/exchanges.ts';
import { isLaterPage } from '../faults/pages.ts';
import { staleList } from '../faults/stale-reads.ts';
import { idOf, isTexts, marksOf, type Webhook } from '../faults/webhooks.ts';
import { forAnyUser } from '../faults/webhooks-of-others.ts';
import type { Mutants } from '../mutant.ts';
import { type Answer, bodyOf, entriesOf, headerOf, isSuccess, withBody } from '../peer/message.ts';

export const mutants: Mutants = {
  'list-without-those-for-all-companies': listed('listWebhook', (entries) => entries.filter(({ aziendaId }) => aziendaId !== null)),
  'get-from-before-the-second-put': {
    mustAlsoBreak: ['HOOK-13', 'CONC-01', 'CONC-03'],
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
  'descriptions-are-listed-in-short': {
    mayBreak: ['COMP-10'],
    fault: listing('listWebhook', ({ description, ...webhook }) => ({
      ...webhook,
      description: typeof description === 'string' ? description.slice(0, 200) : description,
    })),
  },
  'later-pages-show-no-description': {
    mustAlsoBreak: ['COMP-10'],
    fault: listed('listWebhook', (entries, request) =>
      isLaterPage(request) ? entries.map((webhook) => ({ ...webhook, description: null })) : entries,
    ),
  },
  'list-keeps-a-deleted-one-that-changed-twice': () => {
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
  'list-from-before-a-keyed-put': {
    // The list differs from the GET, from the PUT, and from the current state.
    mayBreak: ['COMP-10', 'HOOK-13', 'IDEM-14'],
    fault: staleList('listWebhook', (change) => headerOf(change, 'Idempotency-Key') !== undefined),
  },
  'get-without-the-types-of-unknown-objects': {
    mayBreak: ['COMP-10'],
    fault: shown(['getWebhook'], ({ events, ...webhook }) => ({
      ...webhook,
      events: isTexts(events) ? events.filter((type) => /^(Anagrafica|articolo|Documento|FatturaElettronicaXml)\./i.test(type)) : events,
    })),
  },
  'list-shows-no-description-as-empty': {
    mayBreak: ['COMP-10'],
    fault: listing('listWebhook', (webhook) => ({ ...webhook, description: webhook.description ?? '' })),
  },
  'get-of-another-users-webhook': forAnyUser('getWebhook'),
  'disabled-while-a-retry-waits': {
    mayBreak: ['COMP-10', 'HOOK-03'],
    fault: answering((answer, request, context) => {
      const { id, secret } = bodyOf(answer);
      if (request.operation === 'createWebhook' && isSuccess(answer)) marksOf(context).set(`webhook ${id}`, String(secret));
      const isWaiting = marksOf(context).has(`waits at ${marksOf(context).get(`webhook ${idOf(request)}`)}`);
      return request.operation === 'getWebhook' && isWaiting ? changed(answer, (webhook) => ({ ...webhook, enabled: false })) : answer;
    }),
    deliveryFault: (context) => async (delivery, deliver) => {
      const status = await deliver(delivery);
      if (status >= 300) marksOf(context).set(`waits at ${delivery.secret}`, 'for a retry');
      return status;
    },
  },
  'list-shows-ten-types': {
    mayBreak: ['HOOK-11'],
    fault: listing('listWebhook', (webhook) => ({
      ...webhook,
      events: isTexts(webhook.events) ? webhook.events.slice(0, 10) : webhook.events,
    })),
  },
};
