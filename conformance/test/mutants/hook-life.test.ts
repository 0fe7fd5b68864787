import { hookLifeMutants } from '../../mutants/hook-life.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('hook-life', hookLifeMutants);
