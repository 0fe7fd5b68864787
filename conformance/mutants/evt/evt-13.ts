import { isOf, undelivered } from '../faults/attempts.ts';
import type { Mutants } from '../mutant.ts';

export const mutants: Mutants = {
  'deletion-unsaid': { deliveryFault: undelivered((delivery) => isOf(delivery, 'Anagrafica.Delete')) },
  'deletion-of-documents-unsaid': { deliveryFault: undelivered((delivery) => isOf(delivery, 'Documento.Delete')) },
};
