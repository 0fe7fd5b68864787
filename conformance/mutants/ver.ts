import type { Mutant } from './mutant.ts';
import { headerOf, isSuccess, refusal, without } from './peer/message.ts';

/** Services that answer at the wrong paths. */
export const verMutants: readonly Mutant[] = [
  {
    id: 'VER-01-webhooks-without-version',
    // Each of them asks for a webhook first, and says that it must be created.
    mustBreak: ['VER-01', 'HOOK-01', 'HOOK-02', 'HOOK-04', 'HOOK-09'],
    mayBreak: ['HDR-10'],
    judgedAlone: true,
    fault: () => async (request, forward) => {
      if (/^\/api\/config\/webhook/.test(request.path))
        return await forward({ ...request, path: request.path.replace('/api/', '/api/v3/') });
      return request.operation?.endsWith('Webhook') && headerOf(request, 'Authorization') !== undefined
        ? refusal(404)
        : await forward(request);
    },
  },
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
];
