import { hookDeletionMutants } from '../../mutants/hook-deletion.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('hook-deletion', hookDeletionMutants);
