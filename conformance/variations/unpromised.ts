import { mutants } from '../mutants/index.ts';
import type { Faults } from '../mutants/mutant.ts';
import type { Variation } from './variation.ts';

/** Services without something that only our own decisions promise. */
export const unpromisedVariations: readonly Variation[] = [
  { id: 'token-for-one-day', rules: ['AUTH-*', 'HDR-*', 'IDEM-1*'], against: ['AUTH-06'], ...faultsOf('AUTH-06-token-for-one-day') },
  {
    id: 'company-of-another-under-its-own-key',
    rules: ['COMP-*', 'HDR-*'],
    against: ['COMP-09'],
    ...faultsOf('COMP-09-foreign-company-under-its-own-key'),
  },
  { id: 'no-event-for-deletions', rules: ['EVT-*'], against: ['EVT-13'], ...faultsOf('EVT-13-deletion-unsaid') },
];

function faultsOf(id: string): Faults {
  const { fault, deliveryFault } = mutants.find((mutant) => mutant.id === id) ?? {};
  return { ...(fault && { fault }), ...(deliveryFault && { deliveryFault }) };
}
