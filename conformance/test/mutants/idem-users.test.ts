import { idemUserMutants } from '../../mutants/idem-users.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('idem-users', idemUserMutants);
