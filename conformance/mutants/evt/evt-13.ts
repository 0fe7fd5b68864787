import { withheld } from '../faults/subscriptions.ts';
import type { Mutants } from '../mutant.ts';

export const mutants: Mutants = {
  'deletion-unsaid': {
    deliveryFault: withheld('Anagrafica.Delete'),
  },
  'deletion-of-documents-unsaid': {
    deliveryFault: withheld('Documento.Delete'),
  },
};
