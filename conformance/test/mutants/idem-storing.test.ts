import { idemStoringMutants } from '../../mutants/idem-storing.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('idem-storing', idemStoringMutants);
