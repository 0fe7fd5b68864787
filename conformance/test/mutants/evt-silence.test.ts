import { evtSilenceMutants } from '../../mutants/evt-silence.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('evt-silence', evtSilenceMutants);
