import { clockJumps } from './clock-jumps.ts';
import { deletedFiles } from './deleted-files.ts';
import { eventBomb } from './event-bomb.ts';
import type { Experiment } from './experiment.ts';
import { fullDisk } from './full-disk.ts';
import { kills } from './kills.ts';
import { listBomb } from './list-bomb.ts';
import { loginFlood } from './login-flood.ts';
import { loginGuesses } from './login-guesses.ts';
import { malformedRequests } from './malformed-requests.ts';
import { noisyCompany } from './noisy-company.ts';
import { postgresRestarts } from './postgres-restarts.ts';
import { silentCuts } from './silent-cuts.ts';

/** In the order in which they run. */
export const experiments: readonly Experiment[] = [
  kills,
  silentCuts,
  postgresRestarts,
  fullDisk,
  clockJumps,
  deletedFiles,
  malformedRequests,
  loginFlood,
  loginGuesses,
  listBomb,
  eventBomb,
  noisyCompany,
];
