import { idemMutants } from '../../mutants/idem.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants(idemMutants);
