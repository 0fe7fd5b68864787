import { compMutants } from '../../mutants/comp.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('comp', compMutants);
