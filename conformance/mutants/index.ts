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

/** The faulty services of each file of this folder. */
export const mutantFiles: Readonly<Record<string, readonly Mutant[]>> = {
  auth: authMutants,
  hdr: hdrMutants,
  comp: compMutants,
  'comp-isolation': compIsolationMutants,
  'hook-names': hookNameMutants,
  'hook-secret': hookSecretMutants,
  'hook-members': hookMemberMutants,
  'hook-life': hookLifeMutants,
  'hook-deletion': hookDeletionMutants,
  'hook-audience': hookAudienceMutants,
  conc: concMutants,
  'conc-tokens': concTokenMutants,
  'idem-replay': idemReplayMutants,
  'idem-races': idemRaceMutants,
  'idem-binding': idemBindingMutants,
  'idem-bodies': idemBodyMutants,
  'idem-operations': idemOperationMutants,
  'idem-storing': idemStoringMutants,
  'idem-memory': idemMemoryMutants,
  'idem-users': idemUserMutants,
  evt: evtMutants,
  'evt-subscription': evtSubscriptionMutants,
  'evt-silence': evtSilenceMutants,
  dlv: dlvMutants,
  'dlv-retries': dlvRetryMutants,
  sig: sigMutants,
  ver: verMutants,
  'overlooked-operations': overlookedOperationMutants,
  err: errMutants,
};

/** Every faulty service there is. */
export const mutants: readonly Mutant[] = Object.values(mutantFiles).flat();
