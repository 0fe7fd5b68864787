import { mutants as shortTokens } from '../mutants/auth/auth-06.ts';
import { mutants as foreignCompanies } from '../mutants/comp/comp-09.ts';
import { mutants as silentDeletions } from '../mutants/evt/evt-13.ts';
import type { Variation } from './variation.ts';

/** Services without something that only our own decisions promise. */
export const unpromisedVariations: readonly Variation[] = [
  { id: 'token-for-one-day', rules: ['AUTH-*', 'HDR-*', 'IDEM-1*'], against: ['AUTH-06'], ...faultsOf(shortTokens) },
  { id: 'company-of-another-under-its-own-key', rules: ['COMP-*', 'HDR-*'], against: ['COMP-09'], ...faultsOf(foreignCompanies) },
  { id: 'no-event-for-deletions', rules: ['EVT-*'], against: ['EVT-13'], ...faultsOf(silentDeletions) },
];

function faultsOf([mutant]: readonly Pick<Variation, 'fault' | 'deliveryFault'>[]): Pick<Variation, 'fault' | 'deliveryFault'> {
  return { ...(mutant?.fault && { fault: mutant.fault }), ...(mutant?.deliveryFault && { deliveryFault: mutant.deliveryFault }) };
}
