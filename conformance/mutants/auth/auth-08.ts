import { answering } from '../faults/exchanges.ts';
import { apiKeyFilledIn, missing } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';

export const mutants: Mutants = {
  'no-api-key-at-the-door': apiKeyFilledIn('authenticate', missing),
  'empty-api-key-at-the-door': apiKeyFilledIn('authenticate', (sent) => sent === ''),
  'no-api-key-with-a-token': apiKeyFilledIn('authenticate', (_sent, _right, request) => headerOf(request, 'Authorization') !== undefined),
  'token-beside-the-refusal': answering((answer, { operation }) =>
    operation === 'authenticate' && answer.status === 403 ? withHeader(answer, 'X-Token', 'early') : answer,
  ),
};
