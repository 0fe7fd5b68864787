import { contactTypes, unlessNamedOtherwise } from '../../api/event-names.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive, lacking } from '../../model/verdict.ts';
import { type EventScenario, eventScenario } from './event-scenario.ts';
import type { TakenStep } from './step.ts';

/** The events of creating, changing and deleting the objects of one resource, in every company. */
export interface EntityEvents {
  /** Its name in settings. */
  readonly resource: string;
  /** The types for Create, Update and Delete, as the target names them, if that was done. */
  readonly types: readonly string[];
  /** The types that came at least once. */
  readonly fired: ReadonlySet<string>;
  readonly steps: readonly TakenStep[];
}

/** Contacts come first. */
export interface AllEntityEvents {
  readonly entities: readonly EntityEvents[];
  readonly together: EventScenario['together'];
  readonly last: EventScenario['last'];
  readonly missed: EventScenario['missed'];
}

/** @throws Skip if contacts cannot be changed or cannot be deleted, Inconclusive if the target creates no webhook for their events */
export async function entityEvents(context: CheckContext): Promise<AllEntityEvents> {
  const { anagraficaPut, anagraficaDelete } = context.target.surface;
  if (anagraficaPut === null || anagraficaDelete === null)
    throw lacking('contacts cannot be both changed and deleted (surface.anagraficaPut, surface.anagraficaDelete)');
  const scenario = await eventScenario(context);
  const refused = Object.values(contactTypes(context)).filter((type) => !scenario.types.includes(type));
  const [type] = refused;
  if (type !== undefined)
    throw new Inconclusive(`the target creates no webhook for ${refused.join(', ')}: ${unlessNamedOtherwise(type, context.target)}`);
  const asked = scenario.steps.filter(({ type }) => scenario.types.includes(type) && /\.(Create|Update|Delete)$/.test(type));
  const entities = [...Map.groupBy(asked, ({ resource }) => resource)].map(([resource, steps]) => {
    const fired = new Set(steps.filter(({ arrivals }) => arrivals().length > 0).map((step) => step.type));
    const types = [...new Set(steps.map((step) => step.type))];
    for (const { type, arrived } of scenario.together) if (types.includes(type) && arrived() > 0) fired.add(type);
    return { resource, types, fired, steps };
  });
  return { entities, together: scenario.together, last: scenario.last, missed: scenario.missed };
}
