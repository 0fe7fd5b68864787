import { asked, refused } from '../faults/webhooks.ts';
import type { Mutants } from '../mutant.ts';

export const mutants: Mutants = {
  'put-demands-a-description': refused('updateWebhook', (body) => body.Description === undefined),
  'description-made-up': asked(['createWebhook'], (body) => ({ Description: 'Webhook', ...body })),
};
