import type { ReceiverEntry, ReceiverMutant } from './receiver-mutant.ts';
import { entriesOf } from './tables.ts';

/** All faulty receivers. */
export const receiverMutants: readonly ReceiverMutant[] = (await entriesOf<ReceiverEntry>('receiver')).map(
  ({ id, rule, value: { mustAlsoBreak = [], mayBreak = [], target = {}, ...parts } }) => ({
    id,
    mustBreak: [rule, ...mustAlsoBreak],
    mayBreak,
    target,
    parts,
  }),
);
