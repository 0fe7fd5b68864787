import { answerTakenFor, outcome } from '../faults/attempts.ts';
import { MINUTE_MS } from '../faults/durations.ts';
import type { Mutant } from '../mutant.ts';

/** A service that does not count some attempts: it retries on after five of them. */
function uncounted(isUncounted: (came: number | Error) => boolean): Pick<Mutant, 'service' | 'deliveryFault'> {
  return {
    service: { retryDelaysMs: [...retryDelaysMs, 300 * MINUTE_MS, 300 * MINUTE_MS] },
    deliveryFault: () => async (delivery, deliver) => {
      const came = await outcome(delivery, deliver);
      const isLast = delivery.earlierAttempts.length >= retryDelaysMs.length;
      if (isLast && !isUncounted(came)) return 200;
      return came instanceof Error ? 502 : came;
    },
  };
}

const retryDelaysMs = [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 300 * MINUTE_MS];

/** Faulty services that the check of DLV-04 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'DLV-04-no-retries', mustBreak: ['DLV-04', 'DLV-02', 'DLV-03', 'DLV-10'], deliveryFault: answerTakenFor(() => 200) },
  {
    id: 'DLV-04-a-sixth-retry',
    mustBreak: ['DLV-04', 'DLV-10'],
    service: { retryDelaysMs: [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS, 300 * MINUTE_MS, 300 * MINUTE_MS] },
  },
  { id: 'DLV-04-too-many-requests-do-not-count', mustBreak: ['DLV-04'], ...uncounted((came) => came === 429) },
  { id: 'DLV-04-redirects-do-not-count', mustBreak: ['DLV-04'], ...uncounted((came) => typeof came === 'number' && came < 400) },
  { id: 'DLV-04-client-errors-do-not-count', mustBreak: ['DLV-04'], ...uncounted((came) => came === 404) },
  { id: 'DLV-04-lost-connections-do-not-count', mustBreak: ['DLV-04'], ...uncounted((came) => came instanceof Error) },
];
