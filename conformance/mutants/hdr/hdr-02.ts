import { API_KEY_HEADER, apiKeyFilledIn, half } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';

export const mutants: Mutants = {
  'half-an-api-key-serves': apiKeyFilledIn(half, 'listArticolo'),
  'empty-api-key-serves': apiKeyFilledIn((sent) => sent === '', 'listArticolo'),
  'a-key-stands-for-the-api-key': {
    mayBreak: ['HDR-01'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const isTaken = request.operation === 'createArticolo' && headerOf(request, 'Idempotency-Key') !== undefined;
        return await forward(isTaken ? withHeader(request, API_KEY_HEADER, target.credentials.apiKey) : request);
      },
  },
};
