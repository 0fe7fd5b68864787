import { concTokenMutants } from '../../mutants/conc-tokens.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('conc-tokens', concTokenMutants);
