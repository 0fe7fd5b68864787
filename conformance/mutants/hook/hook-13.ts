import { asked, idOf, remembering } from '../faults/webhooks.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, isSuccess, withBody } from '../peer/message.ts';

export const mutants: Mutants = {
  'put-keeps-the-company': {
    mustAlsoBreak: ['HOOK-09', 'HOOK-16', 'EVT-12'],
    mayBreak: ['ERR-02'],
    fault: remembering(async (companies, request, forward) => {
      const body = bodyOf(request);
      const { AziendaId } = companies.get(idOf(request)) ?? body;
      const answer = await forward(request.operation === 'updateWebhook' ? withBody(request, { ...body, AziendaId }) : request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) companies.set(String(bodyOf(answer).id), body);
      return answer;
    }),
  },
  'events-only-grow': {
    mustAlsoBreak: ['HOOK-11', 'HOOK-16', 'EVT-12'],
    mayBreak: ['IDEM-07'],
    fault: remembering(async (events, request, forward) => {
      const body = bodyOf(request);
      const before = (events.get(idOf(request))?.Events ?? []) as string[];
      const all = [...new Set([...before, ...((body.Events ?? []) as string[])])];
      const answer = await forward(request.operation === 'updateWebhook' ? withBody(request, { ...body, Events: all }) : request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) events.set(String(bodyOf(answer).id), body);
      return answer;
    }),
  },
  'an-empty-description-keeps-the-one-before': {
    mayBreak: ['HOOK-16'],
    fault: remembering(async (known, request, forward) => {
      const body = bodyOf(request);
      const Description = body.Description ?? known.get(idOf(request))?.Description ?? null;
      const answer = await forward(request.operation === 'updateWebhook' ? withBody(request, { ...body, Description }) : request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) known.set(String(bodyOf(answer).id), body);
      return answer;
    }),
  },
  'put-loses-the-query': {
    mustAlsoBreak: ['EVT-12'],
    fault: asked(['updateWebhook'], (body) => ({ ...body, Url: String(body.Url).replace(/\?.*/, '') })),
  },
  'a-url-in-other-letters-is-the-one-before': {
    mayBreak: ['EVT-12'],
    fault: remembering(async (known, request, forward) => {
      const body = bodyOf(request);
      const before = String(known.get(idOf(request))?.Url);
      const isSame = request.operation === 'updateWebhook' && before.toLowerCase() === String(body.Url).toLowerCase();
      const answer = await forward(isSame ? withBody(request, { ...body, Url: before }) : request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) known.set(String(bodyOf(answer).id), body);
      if (request.operation === 'updateWebhook' && isSuccess(answer) && !isSame) known.set(idOf(request), body);
      return answer;
    }),
  },
};
