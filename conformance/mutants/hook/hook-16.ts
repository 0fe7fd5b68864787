import { asked } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

/** Faulty services that the check of HOOK-16 must catch. */
export const mutants: readonly Mutant[] = [
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
