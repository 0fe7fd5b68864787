import { clientMutants } from './clients.ts';
import { mutants } from './index.ts';
import { receiverMutants } from './receivers.ts';

/** All faulty targets of all roles, with the rules whose checks they prove. */
export const proofs: readonly { readonly id: string; readonly mustBreak: readonly string[] }[] = [
  ...mutants,
  ...receiverMutants,
  ...clientMutants,
];
