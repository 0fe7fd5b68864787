import { idemReplayMutants } from '../../mutants/idem-replay.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('idem-replay', idemReplayMutants);
