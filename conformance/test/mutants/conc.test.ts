import { concMutants } from '../../mutants/conc.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('conc', concMutants);
