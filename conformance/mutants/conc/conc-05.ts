import { onRefusal } from '../faults/concurrency-tokens.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf } from '../peer/message.ts';

/** Faulty services that the check of CONC-05 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'CONC-05-stale-under-a-key-is-a-conflict',
    mustBreak: ['CONC-05'],
    fault: onRefusal((request, _forward, answer) =>
      headerOf(request, 'Idempotency-Key') === undefined ? answer : { ...answer, status: 409 },
    ),
  },
];
