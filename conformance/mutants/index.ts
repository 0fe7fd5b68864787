import { authMutants } from './auth.ts';
import { compMutants } from './comp.ts';
import { compIsolationMutants } from './comp-isolation.ts';
import { concMutants } from './conc.ts';
import { concTokenMutants } from './conc-tokens.ts';
import { dlvMutants } from './dlv.ts';
import { dlvRetryMutants } from './dlv-retries.ts';
import { errMutants } from './err.ts';
import { evtMutants } from './evt.ts';
import { evtSilenceMutants } from './evt-silence.ts';
import { evtSubscriptionMutants } from './evt-subscription.ts';
import { hdrMutants } from './hdr.ts';
import { hookAudienceMutants } from './hook-audience.ts';
import { hookDeletionMutants } from './hook-deletion.ts';
import { hookLifeMutants } from './hook-life.ts';
import { hookMemberMutants } from './hook-members.ts';
import { hookNameMutants } from './hook-names.ts';
import { hookSecretMutants } from './hook-secret.ts';
import { idemBindingMutants } from './idem-binding.ts';
import { idemBodyMutants } from './idem-bodies.ts';
import { idemMemoryMutants } from './idem-memory.ts';
import { idemOperationMutants } from './idem-operations.ts';
import { idemRaceMutants } from './idem-races.ts';
import { idemReplayMutants } from './idem-replay.ts';
import { idemStoringMutants } from './idem-storing.ts';
import { idemUserMutants } from './idem-users.ts';
import type { Mutant } from './mutant.ts';
import { overlookedOperationMutants } from './overlooked-operations.ts';
import { sigMutants } from './sig.ts';
import { verMutants } from './ver.ts';

/** Every faulty service there is. */
export const mutants: readonly Mutant[] = [
  ...authMutants,
  ...hdrMutants,
  ...compMutants,
  ...compIsolationMutants,
  ...hookNameMutants,
  ...hookSecretMutants,
  ...hookMemberMutants,
  ...hookLifeMutants,
  ...hookDeletionMutants,
  ...hookAudienceMutants,
  ...concMutants,
  ...concTokenMutants,
  ...idemReplayMutants,
  ...idemRaceMutants,
  ...idemBindingMutants,
  ...idemBodyMutants,
  ...idemOperationMutants,
  ...idemStoringMutants,
  ...idemMemoryMutants,
  ...idemUserMutants,
  ...evtMutants,
  ...evtSubscriptionMutants,
  ...evtSilenceMutants,
  ...dlvMutants,
  ...dlvRetryMutants,
  ...sigMutants,
  ...verMutants,
  ...overlookedOperationMutants,
  ...errMutants,
];
