import { idemRaceMutants } from '../../mutants/idem-races.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('idem-races', idemRaceMutants);
