import { type Check, check } from '../../model/check.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { noDelivery } from '../../scenarios/deliveries/await-deliveries.ts';
import { contactEvents } from '../../scenarios/events/contact-events.ts';

/** EVT-13: an entity that fires one of Create, Update and Delete fires all three. */
export const evt13: Check = check('EVT-13', { isolation: 'quiet', weight: 1 }, async (context) => {
  const { types, fired } = await contactEvents(context);
  if (fired.size === 0) throw new Inconclusive(noDelivery(context));
  context.judge(
    types.every((type) => fired.has(type)),
    {
      message: 'An entity that fires one of Create, Update and Delete must fire all three.',
      expected: types.join(', '),
      actual: [...fired].join(', '),
    },
  );
});
