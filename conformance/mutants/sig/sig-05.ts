import { delivering } from '../faults/attempts.ts';
import { headerChanged, signed, timestampOf } from '../faults/signatures.ts';
import type { Mutants } from '../mutant.ts';

export const mutants: Mutants = {
  'upper-case': { deliveryFault: headerChanged((value) => value.replace(/v2=\w+/, (element) => `v2=${element.slice(3).toUpperCase()}`)) },
  milliseconds: { deliveryFault: delivering((delivery) => signed(delivery, { timestamp: `${timestampOf(delivery)}000` })) },
};
