import { contactTypes, unlessNamedOtherwise } from '../../api/event-names.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { noDelivery } from '../../scenarios/deliveries/await-deliveries.ts';
import { type EventScenario, eventScenario } from '../../scenarios/events/event-scenario.ts';

/** EVT-08: Create, Update and Delete fire for at least one entity, and an entity that fires one of them fires all three, each time. */
export const evt08: Check = check('EVT-08', { isolation: 'quiet', weight: 1 }, async (context) => {
  const { anagraficaPut, anagraficaDelete } = context.target.surface;
  if (anagraficaPut === null || anagraficaDelete === null)
    throw new Skip('contacts cannot be changed and deleted: set surface.anagraficaPut and surface.anagraficaDelete');
  const scenario = await eventScenario(context);
  const refused = Object.values(contactTypes(context)).filter((type) => !scenario.types.includes(type));
  const [type] = refused;
  if (type !== undefined)
    throw new Inconclusive(`the target creates no webhook for ${refused.join(', ')}: ${unlessNamedOtherwise(type, context.target)}`);
  const { company: where, created, arrived } = scenario.together;
  for (const company of context.target.companies) judgeLife(context, scenario, company, company === where && arrived() > 0);
  context.judge(arrived() >= created, {
    message: 'Each of several contacts that are created at once must fire Create.',
    expected: `${created} events`,
    actual: `${arrived()} events`,
  });
});

function judgeLife(context: CheckContext, { steps }: EventScenario, company: Company, othersFire: boolean): void {
  const life = steps.filter((step) => step.company === company && step.resource === 'anagrafica');
  const fired = life.filter(({ arrivals }) => arrivals().length > 0).map(({ type }) => type);
  // Most entities fire events, not each: where contacts fire none, another one may.
  if (fired.length === 0 && !othersFire) throw new Inconclusive(`in company ${company.id} ${noDelivery(context)}`);
  context.judge(fired.length === life.length, {
    message: 'An entity that fires one of Create, Update and Delete must fire all three, whenever it is created, changed or deleted.',
    expected: life.map(({ type }) => type).join(', '),
    actual: fired.length === 0 ? 'none' : fired.join(', '),
  });
}
