import type { ReceiverMutant } from '../receiver-mutant.ts';

/** Faulty receivers that the check of RCV-15 must catch. */
export const mutants: readonly ReceiverMutant[] = [
  { id: 'RCV-15-from-anywhere', mustBreak: ['RCV-15'], parts: { isSender: () => true } },
  {
    id: 'RCV-15-from-the-same-network',
    mustBreak: ['RCV-15'],
    parts: { isSender: (remoteAddress) => remoteAddress.startsWith('127.0.0.') },
  },
  {
    id: 'RCV-15-addresses-as-a-pattern',
    mustBreak: ['RCV-15'],
    parts: { isSender: (remoteAddress) => /127.0.0.\d/.test(remoteAddress) },
  },
];
