import { sigMutants } from '../../mutants/sig.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants(sigMutants);
