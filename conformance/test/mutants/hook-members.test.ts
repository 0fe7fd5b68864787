import { hookMemberMutants } from '../../mutants/hook-members.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('hook-members', hookMemberMutants);
