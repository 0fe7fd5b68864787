import type { Variant } from './declared-members.ts';

/** Webhooks are listed whatever their audience, and whether or not they have a Description. */
export const webhookVariants: readonly Variant[] = [
  (body) => ({ ...body, AziendaId: null }),
  ({ Description: _, ...body }) => body,
  (body) => ({ ...body, AziendaId: null, Description: null }),
  (body) => ({ ...body, Description: '' }),
];
