import { hookAudienceMutants } from '../../mutants/hook-audience.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('hook-audience', hookAudienceMutants);
