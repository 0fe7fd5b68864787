import { clientMutants } from './clients.ts';
import { mutants } from './index.ts';
import { receiverMutants } from './receivers.ts';

/** Every faulty peer of every role, with the rules whose checks it proves. */
export const proofs: readonly { readonly id: string; readonly mustBreak: readonly string[] }[] = [
  ...mutants,
  ...receiverMutants,
  ...clientMutants,
];
