import { sigMutants } from '../../mutants/sig.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('sig', sigMutants);
