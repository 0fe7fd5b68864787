import { asked, refused } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of HOOK-10 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HOOK-10-put-demands-a-description',
    mustBreak: ['HOOK-10'],
    fault: refused('updateWebhook', (body) => body.Description === undefined),
  },
  {
    id: 'HOOK-10-description-made-up',
    mustBreak: ['HOOK-10'],
    fault: asked(['createWebhook'], (body) => ({ Description: 'Webhook', ...body })),
  },
];
