import { RETRY_DELAYS_MS } from '../../src/generated/limits.ts';
import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of DLV-10 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'DLV-10-a-retry-less', mustBreak: ['DLV-10'], service: { retryDelaysMs: RETRY_DELAYS_MS.slice(0, -1) } },
  {
    id: 'DLV-10-second-retry-too-soon',
    mustBreak: ['DLV-10'],
    service: { retryDelaysMs: RETRY_DELAYS_MS.map((delayMs, index) => (index === 1 ? 0.6 * delayMs : delayMs)) },
  },
];
