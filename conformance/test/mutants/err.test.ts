import { errMutants } from '../../mutants/err.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('err', errMutants);
