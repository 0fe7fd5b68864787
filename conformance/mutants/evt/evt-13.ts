import { withheld } from '../faults/subscriptions.ts';
import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of EVT-13 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'EVT-13-deletion-unsaid', mustBreak: ['EVT-13'], deliveryFault: withheld('Anagrafica.Delete') },
  { id: 'EVT-13-deletion-of-documents-unsaid', mustBreak: ['EVT-13'], deliveryFault: withheld('Documento.Delete') },
];
