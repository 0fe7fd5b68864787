import { WEBHOOK_EVENTS_MAX } from '../../generated/limits.ts';

/** Types of objects that the contract does not name. A target may accept webhooks for them, since most entities of the API have events. */
const UNKNOWN = ['Ordine.Create', 'Preventivo.Update'] as const;

/** A type that no operation of the contract fires. */
export const NEVER_FIRED = 'Ordine.Delete';

/** The types between two types of objects that the contract does not know. */
export function amongUnknown(types: readonly string[]): readonly string[] {
  const [before, behind] = UNKNOWN;
  return [before, ...types, behind];
}

/** The types after as many types of such objects as a webhook has room for. */
export function afterManyUnknown(types: readonly string[]): readonly string[] {
  return [...Array.from({ length: WEBHOOK_EVENTS_MAX - types.length }, (_, index) => `Ordine${index}.Create`), ...types];
}

/** Types of unknown objects whose names end like those of known ones. */
export function endingAlike(types: readonly string[]): readonly string[] {
  return types.map((type) => `Ordine${type}`);
}
