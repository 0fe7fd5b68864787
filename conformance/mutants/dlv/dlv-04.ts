import { RETRIES_MAX, RETRY_DELAYS_MS } from '../../src/generated/limits.ts';
import { answerTakenFor, outcome } from '../faults/attempts.ts';
import { HOUR_MS } from '../faults/durations.ts';
import { answering } from '../faults/exchanges.ts';
import { marksOf } from '../faults/webhooks.ts';
import type { Faults, Mutants } from '../mutant.ts';
import { bodyOf, isSuccess } from '../peer/message.ts';

/** A service that retries beyond the limit after some outcomes. */
function uncounted(isUncounted: (came: number | Error) => boolean): Faults {
  return {
    service: { retryDelaysMs: waits(RETRIES_MAX + 2) },
    deliveryFault: () => async (delivery, deliver) => {
      const came = await outcome(delivery, deliver);
      const isLast = delivery.earlierAttempts.length >= RETRIES_MAX;
      if (isLast && !isUncounted(came)) return 200;
      return came instanceof Error ? 502 : came;
    },
  };
}

/** The delays of this many retries, beginning with those of the contract. */
function waits(retries: number): readonly number[] {
  return Array.from({ length: retries }, (_, index) => RETRY_DELAYS_MS[index] ?? 5 * HOUR_MS);
}

/** Restarts the count of pending deliveries when their webhook changes. */
const countingAnew: Faults = {
  service: { retryDelaysMs: waits(RETRIES_MAX + 2) },
  fault: answering((answer, { operation }, context) => {
    if (operation === 'updateWebhook' && isSuccess(answer)) marksOf(context).set(`changed ${bodyOf(answer).url}`, 'changed');
    return answer;
  }),
  deliveryFault: (context) => async (delivery, deliver) => {
    const came = await outcome(delivery, deliver);
    if (delivery.earlierAttempts.length >= RETRIES_MAX && !marksOf(context).has(`changed ${delivery.url}`)) return 200;
    return came instanceof Error ? 502 : came;
  },
};

export const mutants: Mutants = {
  'no-retries': { mustAlsoBreak: ['DLV-02', 'DLV-03', 'DLV-10'], deliveryFault: answerTakenFor(() => 200) },
  'a-retry-too-many': { mustAlsoBreak: ['DLV-10'], service: { retryDelaysMs: waits(RETRIES_MAX + 1) } },
  'too-many-requests-do-not-count': { mayBreak: ['DLV-10'], ...uncounted((came) => came === 429) },
  'redirects-do-not-count': { mayBreak: ['DLV-10'], ...uncounted((came) => typeof came === 'number' && came < 400) },
  'client-errors-do-not-count': { mayBreak: ['DLV-10'], ...uncounted((came) => came === 404) },
  'lost-connections-do-not-count': { mayBreak: ['DLV-10'], ...uncounted((came) => came instanceof Error) },
  'a-changed-webhook-is-retried-anew': { mayBreak: ['DLV-10', 'DLV-12'], ...countingAnew },
};
