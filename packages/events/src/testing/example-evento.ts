import type { EventoByType } from '../evento/evento.ts';
import { eventExamples } from '../generated/event-examples.ts';
import type { EventoType } from '../generated/events.ts';

const EXAMPLES: EventoByType = eventExamples;

/**
 * An event of a type as the service sends it, with an EventGuid of its own each time.
 *
 * @example
 * const { Object: documento } = exampleEvento('Documento.Emit');
 */
export function exampleEvento<Type extends EventoType>(type: Type): EventoByType[Type] {
  return { ...EXAMPLES[type], EventGuid: crypto.randomUUID() };
}
