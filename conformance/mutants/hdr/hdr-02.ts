import { API_KEY_HEADER, apiKeyFilledIn, half } from '../faults/headers.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';

/** Faulty services that the check of HDR-02 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'HDR-02-half-an-api-key-serves', mustBreak: ['HDR-02'], fault: apiKeyFilledIn(half, 'listArticolo') },
  { id: 'HDR-02-empty-api-key-serves', mustBreak: ['HDR-02'], fault: apiKeyFilledIn((sent) => sent === '', 'listArticolo') },
  {
    id: 'HDR-02-a-key-stands-for-the-api-key',
    mustBreak: ['HDR-02'],
    mayBreak: ['HDR-01'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const isTaken = request.operation === 'createArticolo' && headerOf(request, 'Idempotency-Key') !== undefined;
        return await forward(isTaken ? withHeader(request, API_KEY_HEADER, target.credentials.apiKey) : request);
      },
  },
];
