import type { EventoByType } from '../evento/evento.ts';
import { eventExamples } from '../generated/event-examples.ts';
import type { EventoType } from '../generated/events.ts';

const EXAMPLES: EventoByType = eventExamples;

/** What an example has in the place of its own members. Those of its `Object` that are not named stay as they are. */
export interface EventoOverrides<Type extends EventoType> {
  /** Default: a new one for each example. */
  readonly EventGuid?: string;
  /** The company in which the event occurred. */
  readonly CompanyId?: number;
  /** The application that caused the event, or `null` for one that did not say who it is. */
  readonly ApplicationId?: string | null;
  /** Members that replace those of the example's object. */
  readonly Object?: Partial<EventoByType[Type]['Object']>;
}

/**
 * An event of a type as the service sends it, with an EventGuid of its own each time.
 *
 * @example
 * const { Object: documento } = exampleEvento('Documento.Emit', { CompanyId: 2, Object: { numero: '7' } });
 */
export function exampleEvento<Type extends EventoType>(type: Type, overrides: EventoOverrides<Type> = {}): EventoByType[Type] {
  const example = EXAMPLES[type];
  return { ...example, EventGuid: crypto.randomUUID(), ...overrides, Object: { ...example.Object, ...overrides.Object } };
}
