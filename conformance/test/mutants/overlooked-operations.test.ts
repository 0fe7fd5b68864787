import { overlookedOperationMutants } from '../../mutants/overlooked-operations.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('overlooked-operations', overlookedOperationMutants);
