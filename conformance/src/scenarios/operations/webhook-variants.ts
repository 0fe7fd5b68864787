import type { Variant } from './declared-members.ts';

/** Webhooks are listed whomever they are for, whether or not they are described. */
export const webhookVariants: readonly Variant[] = [
  (body) => ({ ...body, AziendaId: null }),
  ({ Description: _, ...body }) => body,
  (body) => ({ ...body, AziendaId: null, Description: null }),
  (body) => ({ ...body, Description: '' }),
];
