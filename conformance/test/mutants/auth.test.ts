import { authMutants } from '../../mutants/auth.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('auth', authMutants);
