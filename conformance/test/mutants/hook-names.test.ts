import { hookNameMutants } from '../../mutants/hook-names.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('hook-names', hookNameMutants);
