import { inSecond } from '../faults/companies.ts';
import { forwarding } from '../faults/exchanges.ts';
import type { Mutants } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, withBody } from '../peer/message.ts';

export const mutants: Mutants = {
  'name-with-an-accent-is-created-nowhere': {
    mustAlsoBreak: ['EVT-08'],
    mayBreak: ['ERR-02'],
    fault: () => {
      let id = 1_000_000;
      return async (request, forward) => {
        const accented = request.operation === 'createAnagrafica' && /[^ -~]/.test(String(bodyOf(request).nome));
        if (!accented || headerOf(request, 'Idempotency-Key') !== undefined) return await forward(request);
        const control = await forward({ ...request, body: '{"nome":1}' });
        // Only the schema refused the control, so everything else about the request is correct.
        if (control.status !== 400) return control;
        id += 1;
        const answer: Answer = { status: 201, headers: [['Content-Type', 'application/json']], body: '' };
        return withBody(answer, { ...bodyOf(request), id, concurrencyToken: 1 });
      };
    },
  },
  'accents-lost': {
    mustAlsoBreak: ['EVT-03'],
    mayBreak: ['ERR-02', 'RES-01'],
    fault: forwarding((request) =>
      request.operation === 'createAnagrafica' ? { ...request, body: request.body.replaceAll(/[^ -~]/g, '?') } : request,
    ),
  },
  'letters-lost-in-the-second-company': {
    mustAlsoBreak: ['EVT-03'],
    fault: forwarding((request, context) =>
      request.operation === 'createAnagrafica' && inSecond(request, context)
        ? { ...request, body: request.body.replaceAll(/[^\x20-\xff]/g, '?') }
        : request,
    ),
  },
};
