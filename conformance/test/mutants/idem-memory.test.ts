import { idemMemoryMutants } from '../../mutants/idem-memory.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('idem-memory', idemMemoryMutants);
