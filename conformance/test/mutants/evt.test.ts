import { evtMutants } from '../../mutants/evt.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('evt', evtMutants);
