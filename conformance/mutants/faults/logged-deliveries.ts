import type { OperationId } from '../../src/generated/operations.ts';
import type { Fault } from '../mutant.ts';
import { changed } from './webhooks.ts';

/** What the log shows of an attempt. */
export interface ShownAttempt {
  readonly startedAt?: unknown;
  readonly status?: unknown;
  readonly error?: unknown;
}

/** What the log shows of a delivery. */
export interface Shown {
  readonly webhookId?: unknown;
  readonly state?: unknown;
  readonly attempts?: readonly ShownAttempt[];
}

export function deliveriesOf({ deliveries }: Record<string, unknown>): readonly Shown[] {
  return deliveries as readonly Shown[];
}

/** Shows each delivery otherwise. */
export function deliveriesShown(reads: readonly OperationId[], change: (delivery: Shown) => Shown): () => Fault {
  return () => async (request, forward) => {
    const answer = await forward(request);
    const isRead = request.operation !== undefined && reads.includes(request.operation);
    return isRead ? changed(answer, (entry) => ({ ...entry, deliveries: deliveriesOf(entry).map(change) })) : answer;
  };
}

/** Shows the attempts at each delivery otherwise, where an event is read alone. */
export function attemptsShown(change: (attempts: readonly ShownAttempt[]) => readonly ShownAttempt[]): () => Fault {
  return deliveriesShown(['getEvento'], (delivery) => ({ ...delivery, attempts: change(delivery.attempts ?? []) }));
}
