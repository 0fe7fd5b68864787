import { withheld } from '../faults/subscriptions.ts';
import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of EVT-10 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'EVT-10-export-unsaid', mustBreak: ['EVT-10'], deliveryFault: withheld('FatturaElettronicaXml.Export') },
];
