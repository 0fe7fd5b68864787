import { marksUnasked } from '../faults/asking-webhooks.ts';
import { delivering, isOf, undelivered } from '../faults/attempts.ts';
import { markedByPut } from '../faults/marked-by-put.ts';
import { marksRedelivered } from '../faults/redeliveries.ts';
import { isPart, memberKept } from '../faults/subscriptions.ts';
import { idOf, isTexts, marksOf, remembering } from '../faults/webhooks.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, isSuccess } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

/** How long the subscribers of a type are cached. */
const KNOWN_MS = 1_000;

export const mutants: Mutants = {
  'url-without-its-query': { deliveryFault: delivering((delivery) => ({ ...delivery, withoutQuery: true })) },
  'old-url-after-a-change': { mustAlsoBreak: ['DLV-12'], fault: memberKept('Url') },
  'one-company-after-a-change-to-all': {
    mayBreak: ['HOOK-09'],
    fault: memberKept('AziendaId', (asked) => asked === null),
  },
  'old-company-after-a-change': {
    mustAlsoBreak: ['HOOK-09', 'HOOK-16'],
    mayBreak: ['DLV-12', 'ERR-02'],
    fault: memberKept('AziendaId'),
  },
  'old-events-after-a-change': {
    mustAlsoBreak: ['HOOK-16'],
    mayBreak: ['IDEM-07', 'DLV-12', 'ERR-02'],
    fault: memberKept('Events'),
  },
  'types-that-are-taken-away-still-come': { mayBreak: ['DLV-12', 'ERR-02'], fault: memberKept('Events', isPart) },
  'issues-unheard-after-a-change-of-types': markedByPut(
    ({ Events }, { events }) => (JSON.stringify(Events) === JSON.stringify(events) ? undefined : 'changed'),
    () => async (delivery, deliver) => (isOf(delivery, 'Documento.Emit') ? 204 : await deliver(delivery)),
  ),
  'types-that-are-given-back-never-come': markedByPut(
    ({ Events: asked }, { events: before }) => {
      const taken = isTexts(asked) && isTexts(before) ? before.filter((type) => !asked.includes(type)) : [];
      return taken.length === 0 ? undefined : taken.join(' ');
    },
    (taken) => async (delivery, deliver) => (taken.split(' ').includes(String(bodyOf(delivery).Type)) ? 204 : await deliver(delivery)),
  ),
  'who-is-told-is-known-for-a-second': {
    mayBreak: ['DLV-12', 'EVT-06'],
    // The subscribers of a type are cached. Only the creation and the deletion of a webhook clear the cache.
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
    deliveryFault: undelivered((delivery, context) => {
      const marks = marksOf(context);
      const { Type, CompanyId } = bodyOf(delivery);
      const changedAt = Number(marks.get(`changed ${delivery.secret}`) ?? 0);
      const toldAt = Number(marks.get(`${Type} ${CompanyId}`) ?? Number.NaN);
      return toldAt < changedAt && Date.now() - toldAt < KNOWN_MS;
    }),
  },
  'type-that-nothing-asked-for-before': {
    fault: marksUnasked(() => undefined),
    deliveryFault: undelivered((delivery, context) => {
      const { Type, CompanyId } = bodyOf(delivery);
      return marksOf(context).has(`${CompanyId} ${Type}`);
    }),
  },
  'escapes-in-the-path-are-read': {
    deliveryFault: delivering((delivery) => ({ ...delivery, url: delivery.url.replaceAll(/%2F/gi, '/') })),
  },
  'delivered-again-to-the-first-url': {
    fault: marksRedelivered,
    deliveryFault: delivering((delivery, context) => {
      const [{ url }] = [...delivery.earlierAttempts, delivery];
      return marksOf(context).has(String(bodyOf(delivery).EventGuid)) ? { ...delivery, url } : delivery;
    }),
  },
  'a-url-in-capitals-gets-nothing': {
    mustAlsoBreak: ['EVT-08'],
    deliveryFault: undelivered(({ url }) => !url.startsWith('https:')),
  },
};
