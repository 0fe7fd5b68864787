import { verMutants } from '../../mutants/ver.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('ver', verMutants);
