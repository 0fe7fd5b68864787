import { hookSecretMutants } from '../../mutants/hook-secret.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('hook-secret', hookSecretMutants);
