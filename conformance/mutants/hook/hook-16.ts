import { answering, asked, refusing } from '../faults/exchanges.ts';
import { askedEvents } from '../faults/webhooks.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

const KNOWN = /^\w+\.(Create|Update|Delete|Emit|Export)$/;

export const mutants: Mutants = {
  'no-events-is-all-events': askedEvents('createWebhook', (types) => (types.length === 0 ? ['Anagrafica.Update'] : types)),
  'unknown-company-is-unprocessable': answering((answer, request) =>
    request.operation === 'createWebhook' && answer.status === 400 && Number(bodyOf(request).AziendaId) > 1_000_000
      ? { ...answer, status: 422 }
      : answer,
  ),
  'put-takes-any-events': askedEvents('updateWebhook', (types) => {
    const known = types.filter((type) => KNOWN.test(type));
    return known.length === 0 ? ['Anagrafica.Update'] : known;
  }),
  'the-first-event-type-alone-is-looked-at': askedEvents('createWebhook', ([first = '', ...others]) => [
    first,
    ...others.filter((type) => type === '' || KNOWN.test(type)),
  ]),
  'any-event-type-of-a-known-object': askedEvents('createWebhook', (types) =>
    types.map((type) => type.replace(/^Anagrafica\.(?!Create$|Update$|Delete$)\w+$/, 'Anagrafica.Update')),
  ),
  'null-among-the-types-is-no-request': {
    mayBreak: ['ERR-01', 'ERR-02'],
    fault: refusing(500, (request) => {
      const { Events } = bodyOf(request);
      return request.operation === 'createWebhook' && Array.isArray(Events) && Events.includes(null);
    }),
  },
  'put-takes-a-company-of-another-user': asked(['updateWebhook'], (body, { target: { companies, foreignCompany } }) =>
    String(body.AziendaId) === foreignCompany?.id ? { ...body, AziendaId: Number(companies[0].id) } : body,
  ),
};
