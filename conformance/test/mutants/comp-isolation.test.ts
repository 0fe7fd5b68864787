import { compIsolationMutants } from '../../mutants/comp-isolation.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('comp-isolation', compIsolationMutants);
