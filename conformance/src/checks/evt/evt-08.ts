import { type Check, check } from '../../model/check.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { noDelivery } from '../../scenarios/deliveries/await-attempts.ts';
import { entityEvents } from '../../scenarios/events/entity-events.ts';

/** EVT-08: Create, Update and Delete fire for at least one entity, and what fires for an entity fires each time, in every company. */
export const evt08: Check = check('EVT-08', { isolation: 'quiet', weight: 1, awaitsDelivery: true }, async (context) => {
  const { entities, together } = await entityEvents(context);
  // Most entities fire events, not each: where contacts fire none, another one may.
  if (entities.every(({ fired }) => fired.size === 0)) throw new Inconclusive(noDelivery(context));
  for (const company of context.target.companies) {
    for (const { fired, steps } of entities) {
      const due = steps.filter((step) => step.company === company && fired.has(step.type));
      const came = due.filter(({ arrivals }) => arrivals().length > 0).map(({ type }) => type);
      context.judge(came.length === due.length, {
        message: `What fires for an entity must fire each time, in company ${company.id} too.`,
        expected: due.map(({ type }) => type).join(', '),
        actual: came.length === 0 ? 'none' : came.join(', '),
      });
    }
  }
  for (const { type, created, arrived } of together) {
    context.judge(!entities.some(({ fired }) => fired.has(type)) || arrived() >= created, {
      message: `Each of several objects that are created at once must fire ${type}.`,
      expected: `${created} events`,
      actual: `${arrived()} events`,
    });
  }
});
