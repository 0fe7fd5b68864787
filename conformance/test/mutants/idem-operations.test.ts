import { idemOperationMutants } from '../../mutants/idem-operations.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('idem-operations', idemOperationMutants);
