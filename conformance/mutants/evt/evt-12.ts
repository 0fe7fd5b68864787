import { markedByPut } from '../faults/marked-by-put.ts';
import { camelCase } from '../faults/subscriptions.ts';
import { changed, idOf, isTexts, type Webhook } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf, isSuccess, withBody } from '../peer/message.ts';

/** A service that goes on with what a webhook was created with, whatever a PUT changed it to: it shows the new value. */
function memberKept(
  member: 'Url' | 'Events' | 'AziendaId',
  isKept: (asked: unknown, before: unknown) => boolean = () => true,
): Mutant['fault'] {
  return () => {
    const created = new Map<string, unknown>();
    const shown = new Map<string, unknown>();
    const showing = (webhook: Webhook, value: unknown): Webhook =>
      value === undefined ? webhook : { ...webhook, [camelCase(member)]: value };
    return async (request, forward) => {
      const asked = bodyOf(request)[member];
      const id = idOf(request);
      // What is no Url of a webhook is refused as ever.
      if (request.operation === 'updateWebhook' && (member !== 'Url' || String(asked).startsWith('https:'))) {
        const before = created.has(id) && isKept(asked, created.get(id)) ? created.get(id) : asked;
        const answer = await forward(withBody(request, { ...bodyOf(request), [member]: before }));
        if (isSuccess(answer)) shown.set(id, asked);
        return changed(answer, (webhook) => showing(webhook, asked));
      }
      const answer = await forward(request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) created.set(String(bodyOf(answer).id), asked);
      return request.operation === 'getWebhook' || request.operation === 'listWebhook'
        ? changed(answer, (webhook) => showing(webhook, shown.get(String(webhook.id))))
        : answer;
    };
  };
}

function isPart(asked: unknown, before: unknown): boolean {
  return isTexts(asked) && isTexts(before) && asked.length < before.length && asked.every((type) => before.includes(type));
}

/** Faulty services that the check of EVT-12 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'EVT-12-url-without-its-query',
    mustBreak: ['EVT-12'],
    deliveryFault: () => async (delivery, deliver) => await deliver({ ...delivery, withoutQuery: true }),
  },
  { id: 'EVT-12-old-url-after-a-change', mustBreak: ['EVT-12', 'DLV-12'], fault: memberKept('Url') },
  {
    id: 'EVT-12-one-company-after-a-change-to-all',
    mustBreak: ['EVT-12'],
    mayBreak: ['HOOK-09'],
    fault: memberKept('AziendaId', (asked) => asked === null),
  },
  {
    id: 'EVT-12-old-company-after-a-change',
    mustBreak: ['EVT-12', 'HOOK-09', 'HOOK-16'],
    mayBreak: ['ERR-02'],
    fault: memberKept('AziendaId'),
  },
  { id: 'EVT-12-old-events-after-a-change', mustBreak: ['EVT-12', 'HOOK-16'], mayBreak: ['ERR-02'], fault: memberKept('Events') },
  { id: 'EVT-12-types-that-are-taken-away-still-come', mustBreak: ['EVT-12'], mayBreak: ['ERR-02'], fault: memberKept('Events', isPart) },
  markedByPut(
    'EVT-12-issues-unheard-after-a-change-of-types',
    ['EVT-12'],
    ({ Events }, { events }) => (JSON.stringify(Events) === JSON.stringify(events) ? undefined : 'changed'),
    () => async (delivery, deliver) => (bodyOf(delivery).Type === 'Documento.Emit' ? 204 : await deliver(delivery)),
  ),
];
