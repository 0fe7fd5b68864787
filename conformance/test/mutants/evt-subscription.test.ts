import { evtSubscriptionMutants } from '../../mutants/evt-subscription.ts';
import { judgeMutants } from './kill-matrix.ts';

judgeMutants('evt-subscription', evtSubscriptionMutants);
