import { madeCurrent, puts, tokenOf } from '../faults/concurrency-tokens.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf, headerOf, refusal } from '../peer/message.ts';

/** Faulty services that the check of CONC-06 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'CONC-06-no-token-is-a-stale-one',
    mustBreak: ['CONC-06'],
    fault: puts(async (_memory, request, forward) => ((tokenOf(request) ?? null) === null ? refusal(422) : await forward(request))),
  },
  {
    id: 'CONC-06-documents-need-no-token',
    mustBreak: ['CONC-06'],
    mayBreak: ['ERR-02'],
    fault: () => async (request, forward) =>
      request.operation === 'updateDocumento' && typeof bodyOf(request).concurrencyToken !== 'number'
        ? await madeCurrent(request, forward)
        : await forward(request),
  },
  {
    id: 'CONC-06-a-key-stands-for-the-token-of-a-contact',
    mustBreak: ['CONC-06'],
    mayBreak: ['ERR-02'],
    fault: () => async (request, forward) => {
      const isKeyed = headerOf(request, 'Idempotency-Key') !== undefined;
      const isTaken = request.operation === 'updateAnagrafica' && isKeyed && !('concurrencyToken' in bodyOf(request));
      return isTaken ? await madeCurrent(request, forward) : await forward(request);
    },
  },
];
