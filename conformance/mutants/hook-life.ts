import { asked, idOf, remembering, type Webhook } from './faults/webhooks.ts';
import type { Mutant } from './mutant.ts';
import { type Answered, bodyOf, entriesOf, isSuccess, withBody } from './peer/message.ts';

/** Services that lose a webhook's changes, take any, or list other webhooks than there are. */
export const hookLifeMutants: readonly Mutant[] = [
  {
    id: 'HOOK-13-put-keeps-the-company',
    mustBreak: ['HOOK-13', 'HOOK-09', 'HOOK-16', 'EVT-12'],
    fault: remembering(async (companies, request, forward) => {
      const body = bodyOf(request);
      const { AziendaId } = companies.get(idOf(request)) ?? body;
      const answer = await forward(request.operation === 'updateWebhook' ? withBody(request, { ...body, AziendaId }) : request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) companies.set(String(bodyOf(answer).id), body);
      return answer;
    }),
  },
  {
    id: 'HOOK-13-events-only-grow',
    mustBreak: ['HOOK-13', 'HOOK-11', 'HOOK-16', 'EVT-12'],
    fault: remembering(async (events, request, forward) => {
      const body = bodyOf(request);
      const before = (events.get(idOf(request))?.Events ?? []) as string[];
      const all = [...new Set([...before, ...((body.Events ?? []) as string[])])];
      const answer = await forward(request.operation === 'updateWebhook' ? withBody(request, { ...body, Events: all }) : request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) events.set(String(bodyOf(answer).id), body);
      return answer;
    }),
  },
  {
    id: 'HOOK-13-put-loses-the-query',
    mustBreak: ['HOOK-13', 'EVT-12'],
    fault: asked(['updateWebhook'], (body) => ({ ...body, Url: String(body.Url).replace(/\?.*/, '') })),
  },
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
      const first = new Map<string, Answered>();
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
    id: 'HOOK-16-no-events-is-all-events',
    mustBreak: ['HOOK-16'],
    fault: asked(['createWebhook'], (body) => ({
      ...body,
      Events: (body.Events as unknown[]).length === 0 ? ['Anagrafica.Update'] : body.Events,
    })),
  },
  {
    id: 'HOOK-16-unknown-company-is-unprocessable',
    mustBreak: ['HOOK-16'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'createWebhook' && answer.status === 400 && Number(bodyOf(request).AziendaId) > 1_000_000
        ? { ...answer, status: 422 }
        : answer;
    },
  },
  {
    id: 'HOOK-16-put-takes-any-events',
    mustBreak: ['HOOK-16'],
    fault: asked(['updateWebhook'], (body) => {
      const events = (body.Events as string[]).filter((type) => /^\w+\.(Create|Update|Delete|Emit|Export)$/.test(type));
      return { ...body, Events: events.length === 0 ? ['Anagrafica.Update'] : events };
    }),
  },
  {
    id: 'HOOK-16-any-event-type-of-a-known-object',
    mustBreak: ['HOOK-16'],
    fault: asked(['createWebhook'], (body) => ({
      ...body,
      Events: (body.Events as string[]).map((type) => type.replace(/^Anagrafica\.(?!Create$|Update$|Delete$)\w+$/, 'Anagrafica.Update')),
    })),
  },
];
