import type { ClientEntry, ClientMutant } from './client-mutant.ts';
import { entriesOf } from './tables.ts';

/** All faulty clients. */
export const clientMutants: readonly ClientMutant[] = (await entriesOf<ClientEntry>('client')).map(
  ({ id, rule, value: { mustAlsoBreak = [], mayBreak = [], ...parts } }) => ({
    id,
    mustBreak: [rule, ...mustAlsoBreak],
    mayBreak,
    parts,
  }),
);
