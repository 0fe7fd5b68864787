import { MINUTE_MS } from '../faults/durations.ts';
import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of DLV-10 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'DLV-10-four-retries', mustBreak: ['DLV-10'], service: { retryDelaysMs: [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS] } },
  {
    id: 'DLV-10-second-retry-too-soon',
    mustBreak: ['DLV-10'],
    service: { retryDelaysMs: [5_000, 3 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 300 * MINUTE_MS] },
  },
];
