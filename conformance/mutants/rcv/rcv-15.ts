import type { ReceiverMutants } from '../receiver-mutant.ts';

export const mutants: ReceiverMutants = {
  'from-anywhere': { isSender: () => true },
  'from-the-same-network': { isSender: (remoteAddress) => remoteAddress.startsWith('127.0.0.') },
  'addresses-as-a-pattern': { isSender: (remoteAddress) => /127.0.0.\d/.test(remoteAddress) },
};
