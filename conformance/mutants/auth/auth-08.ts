import { API_KEY_HEADER } from '../faults/headers.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';

/** Faulty services that the check of AUTH-08 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'AUTH-08-no-api-key-at-the-door',
    mustBreak: ['AUTH-08'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const open = request.operation === 'authenticate' && headerOf(request, API_KEY_HEADER) === undefined;
        return await forward(open ? withHeader(request, API_KEY_HEADER, target.credentials.apiKey) : request);
      },
  },
  {
    id: 'AUTH-08-empty-api-key-at-the-door',
    mustBreak: ['AUTH-08'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const empty = request.operation === 'authenticate' && headerOf(request, API_KEY_HEADER) === '';
        return await forward(empty ? withHeader(request, API_KEY_HEADER, target.credentials.apiKey) : request);
      },
  },
  {
    id: 'AUTH-08-no-api-key-with-a-token',
    mustBreak: ['AUTH-08'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const renews = request.operation === 'authenticate' && headerOf(request, 'Authorization') !== undefined;
        return await forward(renews ? withHeader(request, API_KEY_HEADER, target.credentials.apiKey) : request);
      },
  },
  {
    id: 'AUTH-08-token-beside-the-refusal',
    mustBreak: ['AUTH-08'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'authenticate' && answer.status === 403 ? withHeader(answer, 'X-Token', 'early') : answer;
    },
  },
];
