import { contactTypes, unlessNamedOtherwise } from '../../api/event-names.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive, lacking } from '../../model/verdict.ts';
import { noDelivery } from '../../wait/arrives.ts';
import { type Cause, settingFiredBy } from './cause.ts';
import { eventScenario } from './event-scenario.ts';

/** The creations, changes and deletions of the objects of one resource, in every company. */
export interface EntityEvents {
  /** The types of their events, as the target names them. */
  readonly types: readonly string[];
  /** The types that came at least once. */
  readonly fired: ReadonlySet<string>;
  readonly steps: readonly Cause[];
}

/** @throws Skip if contacts cannot be changed or cannot be deleted, Inconclusive if no such event came, or none can be asked for */
export async function entityEvents(context: CheckContext): Promise<readonly EntityEvents[]> {
  const { anagraficaPut, anagraficaDelete } = context.target.surface;
  if (anagraficaPut === null || anagraficaDelete === null)
    throw lacking('contacts cannot be both changed and deleted (surface.anagraficaPut, surface.anagraficaDelete)');
  const { types: known, steps: all } = await eventScenario(context);
  const refused = Object.values(contactTypes(context)).filter((type) => !known.includes(type));
  const [first] = refused;
  if (first !== undefined)
    throw new Inconclusive(`the target creates no webhook for ${refused.join(', ')}: ${unlessNamedOtherwise(first, context.target)}`);
  const asked = all.filter(({ type }) => known.includes(type) && /\.(Create|Update|Delete)$/.test(type));
  const entities = [...Map.groupBy(asked, ({ operation }) => settingFiredBy(operation)).values()].map((steps) => {
    const fired = new Set(steps.filter((step) => step.count() > 0).map(({ type }) => type));
    return { types: [...new Set(steps.map(({ type }) => type))], fired, steps };
  });
  // The source promises events for most entities, not for all. If contacts fire none, another entity may.
  if (entities.every(({ fired }) => fired.size === 0)) throw new Inconclusive(noDelivery(context));
  return entities;
}
