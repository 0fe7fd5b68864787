import { WEBHOOK_EVENTS_MAX } from '../../generated/limits.ts';

/** Types of objects that the contract does not name: most entities of the API have events, and a target may take webhooks for more of them. */
const UNKNOWN = ['Ordine.Create', 'Preventivo.Update'] as const;

/** A type that no operation of the contract fires. */
export const NEVER_FIRED = 'Ordine.Delete';

/** The types with others before, between and behind them whose objects the contract does not know. */
export function amongUnknown(types: readonly string[]): readonly string[] {
  const [before, behind] = UNKNOWN;
  return [before, ...types, behind];
}

/** The types after so many of such objects that a webhook may have no more. */
export function afterManyUnknown(types: readonly string[]): readonly string[] {
  return [...Array.from({ length: WEBHOOK_EVENTS_MAX - types.length }, (_, index) => `Ordine${index}.Create`), ...types];
}

/** Types of unknown objects whose names end like those of known ones. */
export function endingAlike(types: readonly string[]): readonly string[] {
  return types.map((type) => `Ordine${type}`);
}
