import { idemBodyMutants } from '../../mutants/idem-bodies.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('idem-bodies', idemBodyMutants);
