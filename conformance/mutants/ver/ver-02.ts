import type { Mutant } from '../mutant.ts';
import { isSuccess, refusal, without } from '../peer/message.ts';

/** Faulty services that the check of VER-02 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'VER-02-any-version-serves',
    mustBreak: ['VER-02'],
    fault: () => async (request, forward) => await forward({ ...request, path: request.path.replace(/^\/api\/v\d+\//, '/api/v3/') }),
  },
  {
    id: 'VER-02-no-allow',
    mustBreak: ['VER-02'],
    fault: () => async (request, forward) => without(await forward(request), 'Allow'),
  },
  {
    id: 'VER-02-unknown-path-is-forbidden',
    mustBreak: ['VER-02'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return answer.status === 404 && request.operation === undefined && !isSuccess(answer) ? refusal(403) : answer;
    },
  },
  {
    id: 'VER-02-issue-by-any-method-is-not-found',
    mustBreak: ['VER-02'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return answer.status === 405 && request.path.endsWith('/emit') ? { ...answer, status: 404 } : answer;
    },
  },
  {
    id: 'VER-02-webhooks-are-under-a-longer-version-too',
    mustBreak: ['VER-02'],
    fault: () => async (request, forward) =>
      await forward({ ...request, path: request.path.replace(/^\/api\/vv3\/config\/webhook/, '/api/v3/config/webhook') }),
  },
];
