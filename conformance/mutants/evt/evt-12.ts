import { markedByPut } from '../faults/marked-by-put.ts';
import { camelCase } from '../faults/subscriptions.ts';
import { changed, idOf, isTexts, marksOf, remembering, type Webhook } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf, isSuccess, withBody } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

/** For how long it is known who is told of a type. */
const KNOWN_MS = 1_000;

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
  {
    id: 'EVT-12-who-is-told-is-known-for-a-second',
    mustBreak: ['EVT-12'],
    mayBreak: ['DLV-12', 'EVT-06'],
    // Who was told of a type is remembered; only a new webhook and one that is deleted change that.
    fault: remembering(async (created, request, forward, context) => {
      const answer = await forward(request);
      const marks = marksOf(context);
      if (!isSuccess(answer)) return answer;
      if (request.operation === 'createWebhook' || request.operation === 'deleteWebhook') marks.clear();
      if (request.operation === 'createWebhook') created.set(String(bodyOf(answer).id), bodyOf(answer));
      const secret = created.get(idOf(request))?.secret;
      const type = { createAnagrafica: 'Anagrafica.Create', updateAnagrafica: 'Anagrafica.Update' }[String(request.operation)];
      const told = `${type} ${companyOf(request.path)}`;
      if (!(Date.now() - Number(marks.get(told)) < KNOWN_MS)) marks.set(told, String(Date.now()));
      if (request.operation === 'updateWebhook') marks.set(`changed ${secret}`, String(Date.now()));
      return answer;
    }),
    deliveryFault: (context) => async (delivery, deliver) => {
      const marks = marksOf(context);
      const { Type, CompanyId } = bodyOf(delivery);
      const changedAt = Number(marks.get(`changed ${delivery.secret}`) ?? 0);
      const toldAt = Number(marks.get(`${Type} ${CompanyId}`) ?? Number.NaN);
      return toldAt < changedAt && Date.now() - toldAt < KNOWN_MS ? 204 : await deliver(delivery);
    },
  },
];
