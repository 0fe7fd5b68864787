import { madeCurrent, puts, tokenOf } from '../faults/concurrency-tokens.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, headerOf, refusal } from '../peer/message.ts';

export const mutants: Mutants = {
  'no-token-is-a-stale-one': puts(async (_memory, request, forward) =>
    (tokenOf(request) ?? null) === null ? refusal(422) : await forward(request),
  ),
  'a-key-stands-for-the-token-of-a-contact': {
    mayBreak: ['ERR-02'],
    fault: () => async (request, forward) => {
      const isKeyed = headerOf(request, 'Idempotency-Key') !== undefined;
      const isTaken = request.operation === 'updateAnagrafica' && isKeyed && !('concurrencyToken' in bodyOf(request));
      return isTaken ? await madeCurrent(request, forward) : await forward(request);
    },
  },
};
