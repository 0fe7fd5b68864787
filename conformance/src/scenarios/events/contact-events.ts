import { contactTypes, unlessNamedOtherwise } from '../../api/event-names.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { type EventScenario, eventScenario, type TakenStep } from './event-scenario.ts';

/** What the contacts of the scenario fired. */
export interface ContactEvents {
  /** Create, Update and Delete, as the target names them. */
  readonly types: readonly string[];
  /** Those of them that came at least once. */
  readonly fired: ReadonlySet<string>;
  /** What was done to one contact in each company. */
  readonly lives: readonly { readonly company: Company; readonly steps: readonly TakenStep[] }[];
  readonly together: EventScenario['together'];
}

/** @throws Skip where contacts cannot be changed, Inconclusive where the target creates no webhook for their events */
export async function contactEvents(context: CheckContext): Promise<ContactEvents> {
  const { anagraficaPut, anagraficaDelete } = context.target.surface;
  if (anagraficaPut === null || anagraficaDelete === null)
    throw new Skip('contacts cannot be changed and deleted: set surface.anagraficaPut and surface.anagraficaDelete');
  const scenario = await eventScenario(context);
  const types = Object.values(contactTypes(context));
  const refused = types.filter((type) => !scenario.types.includes(type));
  const [type] = refused;
  if (type !== undefined)
    throw new Inconclusive(`the target creates no webhook for ${refused.join(', ')}: ${unlessNamedOtherwise(type, context.target)}`);
  const steps = scenario.steps.filter(({ resource }) => resource === 'anagrafica');
  const lives = context.target.companies.map((company) => ({ company, steps: steps.filter((step) => step.company === company) }));
  const fired = new Set(steps.filter(({ arrivals }) => arrivals().length > 0).map((step) => step.type));
  if (scenario.together.arrived() > 0) fired.add(contactTypes(context).create);
  return { types, fired, lives, together: scenario.together };
}
