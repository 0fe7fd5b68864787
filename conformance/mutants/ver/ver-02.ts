import type { Mutants } from '../mutant.ts';
import { isSuccess, refusal, without } from '../peer/message.ts';

export const mutants: Mutants = {
  'any-version-serves': () => async (request, forward) =>
    await forward({ ...request, path: request.path.replace(/^\/api\/v\d+\//, '/api/v3/') }),
  'no-allow': () => async (request, forward) => without(await forward(request), 'Allow'),
  'unknown-path-is-forbidden': () => async (request, forward) => {
    const answer = await forward(request);
    return answer.status === 404 && request.operation === undefined && !isSuccess(answer) ? refusal(403) : answer;
  },
  'issue-by-any-method-is-not-found': () => async (request, forward) => {
    const answer = await forward(request);
    return answer.status === 405 && request.path.endsWith('/emit') ? { ...answer, status: 404 } : answer;
  },
  'webhooks-are-under-a-longer-version-too': () => async (request, forward) =>
    await forward({ ...request, path: request.path.replace(/^\/api\/vv3\/config\/webhook/, '/api/v3/config/webhook') }),
};
