import type { OperationId } from '../src/generated/operations.ts';
import { asked, changed, idOf, refused, remembering, shown, type Webhook } from './faults/webhooks.ts';
import type { Mutant } from './mutant.ts';
import { bodyOf, isSuccess, withBody } from './peer/message.ts';

/** A service that takes a Url of another scheme as if it were https, and shows it as it came. */
function otherScheme(operation: OperationId, taken: (url: string, body: Webhook) => boolean): Mutant['fault'] {
  return () => {
    const urls = new Map<string, string>();
    const back = (webhook: Webhook): Webhook => ({ ...webhook, url: urls.get(String(webhook.id)) ?? webhook.url });
    return async (request, forward) => {
      const body = bodyOf(request);
      const { Url } = body;
      const isTaken = request.operation === operation && typeof Url === 'string' && !/^https:/i.test(Url) && taken(Url, body);
      if (!isTaken) return changed(await forward(request), back);
      const answer = await forward(withBody(request, { ...body, Url: 'https://localhost/elsewhere' }));
      if (isSuccess(answer)) urls.set(String(bodyOf(answer).id), Url);
      return changed(answer, back);
    };
  };
}

/** Services that take a webhook's members wrongly: its Url, company, description, events and numbers. */
export const hookMemberMutants: readonly Mutant[] = [
  { id: 'HOOK-08-http-by-put', mustBreak: ['HOOK-08'], fault: otherScheme('updateWebhook', (url) => url.startsWith('http:')) },
  { id: 'HOOK-08-scheme-in-capitals', mustBreak: ['HOOK-08'], fault: otherScheme('createWebhook', (url) => url.startsWith('HTTP:')) },
  { id: 'HOOK-08-mail-address', mustBreak: ['HOOK-08'], fault: otherScheme('createWebhook', (url) => url.startsWith('mailto:')) },
  { id: 'HOOK-08-port-443-is-secure', mustBreak: ['HOOK-08'], fault: otherScheme('updateWebhook', (url) => /:443\b/.test(url)) },
  {
    id: 'HOOK-08-http-for-all-companies',
    mustBreak: ['HOOK-08'],
    fault: otherScheme('createWebhook', (_url, { AziendaId }) => AziendaId === null),
  },
  {
    id: 'HOOK-08-refuses-the-url-and-keeps-the-rest',
    mustBreak: ['HOOK-08'],
    fault: remembering(async (urls, request, forward) => {
      const answer = await forward(request);
      const body = bodyOf(request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) urls.set(String(bodyOf(answer).id), body);
      const url = urls.get(idOf(request))?.Url;
      if (request.operation === 'updateWebhook' && answer.status === 400 && url !== undefined)
        await forward(withBody(request, { ...body, Url: url }));
      return answer;
    }),
  },
  {
    id: 'HOOK-08-refuses-the-url-and-keeps-the-events',
    mustBreak: ['HOOK-08'],
    fault: remembering(async (kept, request, forward) => {
      const answer = await forward(request);
      const { Url, Events } = bodyOf(request);
      const isRefused = request.operation === 'updateWebhook' && answer.status === 400 && !/^https:/i.test(String(Url));
      if (isRefused) kept.set(idOf(request), { events: Events });
      return /^(get|list)Webhook$/.test(request.operation ?? '')
        ? changed(answer, (webhook) => ({ ...webhook, ...kept.get(String(webhook.id)) }))
        : answer;
    }),
  },
  {
    id: 'HOOK-09-null-is-the-company-of-the-license',
    mustBreak: ['HOOK-09', 'EVT-07'],
    mayBreak: ['IDEM-07'],
    fault: remembering(async (everywhere, request, forward, { target }) => {
      const body = bodyOf(request);
      const nulled = request.operation === 'createWebhook' && body.AziendaId === null;
      const answer = await forward(nulled ? withBody(request, { ...body, AziendaId: Number(target.companies[0].id) }) : request);
      if (nulled && isSuccess(answer)) everywhere.set(String(bodyOf(answer).id), {});
      return /Webhook/.test(request.operation ?? '')
        ? changed(answer, (webhook) => (everywhere.has(String(webhook.id)) ? { ...webhook, aziendaId: null } : webhook))
        : answer;
    }),
  },
  {
    id: 'HOOK-09-company-as-text',
    mustBreak: ['HOOK-09', 'HOOK-15'],
    fault: shown(['getWebhook'], (webhook) => ({ ...webhook, aziendaId: webhook.aziendaId === null ? null : String(webhook.aziendaId) })),
  },
  {
    id: 'HOOK-10-put-demands-a-description',
    mustBreak: ['HOOK-10'],
    fault: refused('updateWebhook', (body) => body.Description === undefined),
  },
  {
    id: 'HOOK-10-description-made-up',
    mustBreak: ['HOOK-10'],
    fault: asked(['createWebhook'], (body) => ({ Description: 'Webhook', ...body })),
  },
  {
    id: 'HOOK-11-at-most-four-events',
    mustBreak: ['HOOK-11', 'EVT-06', 'EVT-09', 'EVT-10'],
    fault: asked(['createWebhook'], (body) => ({ ...body, Events: (body.Events as unknown[]).slice(0, 4) })),
  },
  {
    id: 'HOOK-11-events-in-one-text',
    mustBreak: ['HOOK-11', 'HOOK-02', 'HOOK-13', 'HOOK-15'],
    fault: shown(['getWebhook'], (webhook) => ({ ...webhook, events: (webhook.events as string[]).join(',') })),
  },
  {
    id: 'HOOK-11-one-event-type-of-an-object',
    mustBreak: ['HOOK-11'],
    fault: refused('updateWebhook', ({ Events }) => {
      const objects = (Events as string[]).map((type) => type.split('.')[0]).filter((object) => object === 'Documento');
      return new Set(objects).size !== objects.length;
    }),
  },
  {
    id: 'HOOK-12-token-as-text',
    mustBreak: ['HOOK-12', 'HOOK-15', 'CONC-01', 'CONC-03'],
    fault: shown(['getWebhook'], (webhook) => ({ ...webhook, concurrencyToken: String(webhook.concurrencyToken) })),
  },
  {
    id: 'HOOK-12-id-as-text-for-all-companies',
    mustBreak: ['HOOK-12'],
    fault: shown(['createWebhook'], (webhook) => (webhook.aziendaId === null ? { ...webhook, id: String(webhook.id) } : webhook)),
  },
  {
    id: 'HOOK-12-id-taken-on-creation',
    mustBreak: ['HOOK-12'],
    fault: () => async (request, forward) => {
      const { Id } = bodyOf(request);
      const answer = await forward(request);
      const isTaken = request.operation === 'createWebhook' && Id !== undefined;
      return isTaken ? changed(answer, (webhook) => ({ ...webhook, id: Id })) : answer;
    },
  },
  {
    id: 'HOOK-12-put-changes-the-one-that-its-body-names',
    mustBreak: ['HOOK-12'],
    fault: () => async (request, forward) => {
      const { Id } = bodyOf(request);
      if (request.operation !== 'updateWebhook' || Id === undefined || String(Id) === idOf(request)) return await forward(request);
      const path = request.path.replace(/[^/]*$/, String(Id));
      const named = await forward({ ...request, method: 'GET', path, body: '' });
      const body = { ...bodyOf(request), ConcurrencyToken: bodyOf(named).concurrencyToken };
      return await forward({ ...withBody(request, body), path });
    },
  },
  {
    id: 'HOOK-12-id-as-text-on-creation',
    mustBreak: ['HOOK-12'],
    fault: shown(['createWebhook'], (webhook) => ({ ...webhook, id: String(webhook.id) })),
  },
];
