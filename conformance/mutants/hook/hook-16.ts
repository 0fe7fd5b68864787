import { askedEvents } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf, refusal, withBody } from '../peer/message.ts';

const KNOWN = /^\w+\.(Create|Update|Delete|Emit|Export)$/;

/** Faulty services that the check of HOOK-16 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HOOK-16-no-events-is-all-events',
    mustBreak: ['HOOK-16'],
    fault: askedEvents('createWebhook', (types) => (types.length === 0 ? ['Anagrafica.Update'] : types)),
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
    fault: askedEvents('updateWebhook', (types) => {
      const known = types.filter((type) => KNOWN.test(type));
      return known.length === 0 ? ['Anagrafica.Update'] : known;
    }),
  },
  {
    id: 'HOOK-16-the-first-event-type-alone-is-looked-at',
    mustBreak: ['HOOK-16'],
    fault: askedEvents('createWebhook', ([first = '', ...others]) => [first, ...others.filter((type) => type === '' || KNOWN.test(type))]),
  },
  {
    id: 'HOOK-16-any-event-type-of-a-known-object',
    mustBreak: ['HOOK-16'],
    fault: askedEvents('createWebhook', (types) =>
      types.map((type) => type.replace(/^Anagrafica\.(?!Create$|Update$|Delete$)\w+$/, 'Anagrafica.Update')),
    ),
  },
  {
    id: 'HOOK-16-null-among-the-types-is-no-request',
    mustBreak: ['HOOK-16'],
    mayBreak: ['ERR-01', 'ERR-02'],
    fault: () => async (request, forward) => {
      const { Events } = bodyOf(request);
      return request.operation === 'createWebhook' && Array.isArray(Events) && Events.includes(null)
        ? refusal(500)
        : await forward(request);
    },
  },
  {
    id: 'HOOK-16-put-takes-a-company-of-another-user',
    mustBreak: ['HOOK-16'],
    fault:
      ({ target: { companies, foreignCompany } }) =>
      async (request, forward) => {
        const body = bodyOf(request);
        const isForeign = request.operation === 'updateWebhook' && String(body.AziendaId) === foreignCompany?.id;
        return await forward(isForeign ? withBody(request, { ...body, AziendaId: Number(companies[0].id) }) : request);
      },
  },
];
