import { contactTypes } from '../../api/event-names.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Variant } from '../operations/declared-members.ts';

/** Webhooks of all companies and of one, described and not, for types in another order than that of their names. */
export function webhookVariants(context: CheckContext): readonly Variant[] {
  const { create, update } = contactTypes(context);
  return [
    (body) => ({ ...body, AziendaId: null }),
    ({ Description: _, ...body }) => body,
    (body) => ({ ...body, AziendaId: null, Description: null }),
    (body) => ({ ...body, Description: '' }),
    (body) => ({ ...body, Events: [update, create] }),
  ];
}
