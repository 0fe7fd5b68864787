import { hdrMutants } from '../../mutants/hdr.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('hdr', hdrMutants);
