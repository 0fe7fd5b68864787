import { type Check, check } from '../../model/check.ts';
import { entityEvents } from '../../scenarios/events/entity-events.ts';

/** EVT-13: every entity that has events fires Create, Update and Delete. */
export const evt13: Check = check('EVT-13', { isolation: 'quiet', weight: 1, awaitsDelivery: true }, async (context) => {
  for (const { types, fired } of await entityEvents(context)) {
    context.judge(
      types.every((type) => fired.has(type)),
      {
        message: 'An entity that has events must fire Create, Update and Delete.',
        expected: types.join(', '),
        actual: [...fired].join(', ') || 'none',
      },
    );
  }
});
