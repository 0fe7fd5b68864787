import type { Mutants } from '../mutant.ts';
import { headerOf, refusal } from '../peer/message.ts';

export const mutants: Mutants = {
  'webhooks-without-version': {
    // Each of these rules begins by creating a webhook, which fails.
    mustAlsoBreak: ['HOOK-01', 'HOOK-02', 'HOOK-04', 'HOOK-09'],
    mayBreak: ['IDEM-02', 'ERR-02', 'HDR-10'],
    judgedAlone: true,
    fault: () => async (request, forward) => {
      if (/^\/api\/config\/webhook/.test(request.path))
        return await forward({ ...request, path: request.path.replace('/api/', '/api/v3/') });
      return request.operation?.endsWith('Webhook') && headerOf(request, 'Authorization') !== undefined
        ? refusal(404)
        : await forward(request);
    },
  },
};
