import { API_KEY_HEADER } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';

export const mutants: Mutants = {
  'no-api-key-at-the-door':
    ({ target }) =>
    async (request, forward) => {
      const open = request.operation === 'authenticate' && headerOf(request, API_KEY_HEADER) === undefined;
      return await forward(open ? withHeader(request, API_KEY_HEADER, target.credentials.apiKey) : request);
    },
  'empty-api-key-at-the-door':
    ({ target }) =>
    async (request, forward) => {
      const empty = request.operation === 'authenticate' && headerOf(request, API_KEY_HEADER) === '';
      return await forward(empty ? withHeader(request, API_KEY_HEADER, target.credentials.apiKey) : request);
    },
  'no-api-key-with-a-token':
    ({ target }) =>
    async (request, forward) => {
      const renews = request.operation === 'authenticate' && headerOf(request, 'Authorization') !== undefined;
      return await forward(renews ? withHeader(request, API_KEY_HEADER, target.credentials.apiKey) : request);
    },
  'token-beside-the-refusal': () => async (request, forward) => {
    const answer = await forward(request);
    return request.operation === 'authenticate' && answer.status === 403 ? withHeader(answer, 'X-Token', 'early') : answer;
  },
};
