import { dlvMutants } from '../../mutants/dlv.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('dlv', dlvMutants);
