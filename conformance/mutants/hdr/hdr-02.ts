import { apiKeyFilledIn, half } from '../faults/headers.ts';
import type { Mutant } from '../mutant.ts';

const wrong = (sent: string | undefined, right: string): boolean => sent !== undefined && sent !== right;

/** Faulty services that the check of HDR-02 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'HDR-02-update-under-any-api-key', mustBreak: ['HDR-02'], fault: apiKeyFilledIn(wrong, 'updateAnagrafica') },
  { id: 'HDR-02-half-an-api-key-serves', mustBreak: ['HDR-02'], fault: apiKeyFilledIn(half, 'listArticolo') },
  { id: 'HDR-02-empty-api-key-serves', mustBreak: ['HDR-02'], fault: apiKeyFilledIn((sent) => sent === '', 'listArticolo') },
  {
    id: 'HDR-02-license-key-for-an-api-key',
    mustBreak: ['HDR-02'],
    fault: apiKeyFilledIn((sent, _right, target) => sent === target.companies[0].licenseKey, 'listArticolo'),
  },
];
