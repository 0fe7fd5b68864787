import type { OperationId } from '../../src/generated/operations.ts';
import type { Fault } from '../mutant.ts';
import { changed } from './webhooks.ts';

/** An attempt in the log. */
export interface ShownAttempt {
  readonly startedAt?: unknown;
  readonly status?: unknown;
  readonly error?: unknown;
}

/** A delivery in the log. */
export interface Shown {
  readonly webhookId?: unknown;
  readonly state?: unknown;
  readonly attempts?: readonly ShownAttempt[];
}

export function deliveriesOf({ deliveries }: Record<string, unknown>): readonly Shown[] {
  return deliveries as readonly Shown[];
}

/** Changes each delivery in the log. */
export function deliveriesShown(reads: readonly OperationId[], change: (delivery: Shown) => Shown): () => Fault {
  return () => async (request, forward) => {
    const answer = await forward(request);
    const isRead = request.operation !== undefined && reads.includes(request.operation);
    return isRead ? changed(answer, (entry) => ({ ...entry, deliveries: deliveriesOf(entry).map(change) })) : answer;
  };
}

/** Changes the attempts of each delivery when a single event is read. */
export function attemptsShown(change: (attempts: readonly ShownAttempt[]) => readonly ShownAttempt[]): () => Fault {
  return deliveriesShown(['getEvento'], (delivery) => ({ ...delivery, attempts: change(delivery.attempts ?? []) }));
}
