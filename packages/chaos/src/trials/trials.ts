import { clockJumps } from './clock-jumps.ts';
import { deletedFiles } from './deleted-files.ts';
import { fullDisk } from './full-disk.ts';
import { kills } from './kills.ts';
import { listBomb } from './list-bomb.ts';
import { loginFlood } from './login-flood.ts';
import { malformedRequests } from './malformed-requests.ts';
import { noisyCompany } from './noisy-company.ts';
import { postgresRestarts } from './postgres-restarts.ts';
import { silentCuts } from './silent-cuts.ts';
import type { Trial } from './trial.ts';

/** In the order in which they are made. */
export const trials: readonly Trial[] = [
  kills,
  silentCuts,
  postgresRestarts,
  fullDisk,
  clockJumps,
  deletedFiles,
  malformedRequests,
  loginFlood,
  listBomb,
  noisyCompany,
];
