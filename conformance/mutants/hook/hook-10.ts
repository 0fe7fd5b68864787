import { asked, refusing } from '../faults/exchanges.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'put-demands-a-description': refusing(
    400,
    (request) => request.operation === 'updateWebhook' && bodyOf(request).Description === undefined,
  ),
  'description-made-up': asked(['createWebhook'], (body) => ({ Description: 'Webhook', ...body })),
};
