import { authMutants } from './auth.ts';
import { compMutants } from './comp.ts';
import { concMutants } from './conc.ts';
import { dlvMutants } from './dlv.ts';
import { errMutants } from './err.ts';
import { evtMutants } from './evt.ts';
import { hdrMutants } from './hdr.ts';
import { hookMutants } from './hook.ts';
import { idemMutants } from './idem.ts';
import type { Mutant } from './mutant.ts';
import { sigMutants } from './sig.ts';
import { verMutants } from './ver.ts';

/** Every faulty service there is. */
export const mutants: readonly Mutant[] = [
  ...authMutants,
  ...hdrMutants,
  ...compMutants,
  ...hookMutants,
  ...concMutants,
  ...idemMutants,
  ...evtMutants,
  ...dlvMutants,
  ...sigMutants,
  ...verMutants,
  ...errMutants,
];
