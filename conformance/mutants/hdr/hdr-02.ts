import { apiKeyFilledIn, half } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'half-an-api-key-serves': apiKeyFilledIn('listArticolo', half),
  'empty-api-key-serves': apiKeyFilledIn('listArticolo', (sent) => sent === ''),
  'a-key-stands-for-the-api-key': {
    mayBreak: ['HDR-01'],
    fault: apiKeyFilledIn('createArticolo', (_sent, _right, request) => headerOf(request, 'Idempotency-Key') !== undefined),
  },
};
