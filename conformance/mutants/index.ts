import type { Mutant, MutantEntry } from './mutant.ts';
import { entriesOf } from './tables.ts';

/** All faulty services. */
export const mutants: readonly Mutant[] = (await entriesOf<MutantEntry>('service')).map(({ id, rule, value }) => {
  const { mustAlsoBreak = [], ...others } = typeof value === 'function' ? { fault: value } : value;
  return { id, mustBreak: [rule, ...mustAlsoBreak], ...others };
});
