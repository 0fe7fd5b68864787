/** Types of objects that the contract does not name: most entities of the API have events, and a target may take webhooks for more of them. */
const UNKNOWN = ['Ordine.Create', 'Preventivo.Update'] as const;

/** The types with others before, between and behind them whose objects the contract does not know. */
export function amongUnknown(types: readonly string[]): readonly string[] {
  const [before, behind] = UNKNOWN;
  return [before, ...types, behind];
}
