import { hookMutants } from '../../mutants/hook.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants(hookMutants);
