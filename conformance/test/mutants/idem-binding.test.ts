import { idemBindingMutants } from '../../mutants/idem-binding.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('idem-binding', idemBindingMutants);
