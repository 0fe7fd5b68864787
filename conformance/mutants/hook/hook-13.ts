import { asked } from '../faults/exchanges.ts';
import { idOf, remembering, type Webhook } from '../faults/webhooks.ts';
import type { Mutants, NewFault } from '../mutant.ts';
import { bodyOf, isSuccess, withBody } from '../peer/message.ts';

/** A service that mixes the body of a PUT with that of the creation of the webhook. */
function putOver(mixed: (body: Webhook, before: Webhook) => Webhook): NewFault {
  return remembering(async (created, request, forward) => {
    const body = bodyOf(request);
    const before = request.operation === 'updateWebhook' ? created.get(idOf(request)) : undefined;
    const answer = await forward(before === undefined ? request : withBody(request, mixed(body, before)));
    if (request.operation === 'createWebhook' && isSuccess(answer)) created.set(String(bodyOf(answer).id), body);
    return answer;
  });
}

export const mutants: Mutants = {
  'put-keeps-the-company': {
    mustAlsoBreak: ['HOOK-09', 'HOOK-16', 'EVT-12'],
    mayBreak: ['ERR-02'],
    fault: putOver((body, { AziendaId }) => ({ ...body, AziendaId })),
  },
  'events-only-grow': {
    mustAlsoBreak: ['HOOK-11', 'HOOK-16', 'EVT-12'],
    mayBreak: ['IDEM-07'],
    fault: putOver((body, before) => {
      const all = [...((before.Events ?? []) as string[]), ...((body.Events ?? []) as string[])];
      return { ...body, Events: [...new Set(all)] };
    }),
  },
  'an-empty-description-keeps-the-one-before': {
    mayBreak: ['HOOK-16'],
    fault: putOver((body, before) => ({ ...body, Description: body.Description ?? before.Description ?? null })),
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
