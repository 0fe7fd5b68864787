import { RETRIES_MAX, RETRY_DELAYS_MS } from '../../src/generated/limits.ts';
import { answerTakenFor, outcome } from '../faults/attempts.ts';
import { HOUR_MS } from '../faults/durations.ts';
import { marksOf } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf, isSuccess } from '../peer/message.ts';

/** A service that retries beyond the limit after some outcomes. */
function uncounted(isUncounted: (came: number | Error) => boolean): Pick<Mutant, 'service' | 'deliveryFault'> {
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
const countingAnew: Pick<Mutant, 'service' | 'fault' | 'deliveryFault'> = {
  service: { retryDelaysMs: waits(RETRIES_MAX + 2) },
  fault: (context) => async (request, forward) => {
    const answer = await forward(request);
    if (request.operation === 'updateWebhook' && isSuccess(answer)) marksOf(context).set(`changed ${bodyOf(answer).url}`, 'changed');
    return answer;
  },
  deliveryFault: (context) => async (delivery, deliver) => {
    const came = await outcome(delivery, deliver);
    if (delivery.earlierAttempts.length >= RETRIES_MAX && !marksOf(context).has(`changed ${delivery.url}`)) return 200;
    return came instanceof Error ? 502 : came;
  },
};

/** Faulty services that the check of DLV-04 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'DLV-04-no-retries', mustBreak: ['DLV-04', 'DLV-02', 'DLV-03', 'DLV-10'], deliveryFault: answerTakenFor(() => 200) },
  {
    id: 'DLV-04-a-retry-too-many',
    mustBreak: ['DLV-04', 'DLV-10'],
    service: { retryDelaysMs: waits(RETRIES_MAX + 1) },
  },
  { id: 'DLV-04-too-many-requests-do-not-count', mustBreak: ['DLV-04'], mayBreak: ['DLV-10'], ...uncounted((came) => came === 429) },
  {
    id: 'DLV-04-redirects-do-not-count',
    mustBreak: ['DLV-04'],
    mayBreak: ['DLV-10'],
    ...uncounted((came) => typeof came === 'number' && came < 400),
  },
  { id: 'DLV-04-client-errors-do-not-count', mustBreak: ['DLV-04'], mayBreak: ['DLV-10'], ...uncounted((came) => came === 404) },
  {
    id: 'DLV-04-lost-connections-do-not-count',
    mustBreak: ['DLV-04'],
    mayBreak: ['DLV-10'],
    ...uncounted((came) => came instanceof Error),
  },
  { id: 'DLV-04-a-changed-webhook-is-retried-anew', mustBreak: ['DLV-04'], mayBreak: ['DLV-10', 'DLV-12'], ...countingAnew },
];
