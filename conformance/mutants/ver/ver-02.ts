import { answering, forwarding } from '../faults/exchanges.ts';
import type { Mutants } from '../mutant.ts';
import { isSuccess, refusal } from '../peer/message.ts';

export const mutants: Mutants = {
  'unknown-path-is-forbidden': answering((answer, { operation }) =>
    answer.status === 404 && operation === undefined && !isSuccess(answer) ? refusal(403) : answer,
  ),
  'webhooks-are-under-a-longer-version-too': forwarding((request) => ({
    ...request,
    path: request.path.replace(/^\/api\/vv3\/config\/webhook/, '/api/v3/config/webhook'),
  })),
};
