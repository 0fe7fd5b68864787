import { dlvRetryMutants } from '../../mutants/dlv-retries.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('dlv-retries', dlvRetryMutants);
