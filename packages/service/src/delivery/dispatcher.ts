import { SLOW_AFTER_MS } from '../generated/limits.ts';
import type { ClaimedDelivery, FinishedDelivery } from '../store/delivery-queue.ts';
import type { Endpoints } from './endpoints.ts';
import type { Gathering } from './gathering.ts';

/** How long a turn waits for an attempt in flight, in milliseconds: waiting longer would delay new deliveries as well. */
const AWAITED_MS = 50;

export interface DispatcherInput {
  readonly endpoints: Endpoints;
  readonly gathering: Gathering;
  /** Makes an attempt; never rejects. */
  readonly attempt: (delivery: ClaimedDelivery) => Promise<FinishedDelivery>;
  /** Called for each attempt that is over. */
  readonly onFinished: (finished: FinishedDelivery) => void;
  /** Called after an attempt is over or late: there may be room for more. */
  readonly onRoom: () => void;
}

/** Sends what is ready as places become free. */
export interface Dispatcher {
  /** Begins an attempt for all that is ready and has a place. */
  send(): void;
}

export function createDispatcher({ endpoints, gathering, attempt, onFinished, onRoom }: DispatcherInput): Dispatcher {
  function send(): void {
    for (let delivery = endpoints.next(); delivery !== undefined; delivery = endpoints.next()) void begin(delivery);
  }

  function roomChanged(): void {
    send();
    onRoom();
  }

  async function begin(delivery: ClaimedDelivery): Promise<void> {
    const { webhookId } = delivery;
    // Nobody waits for a slow endpoint.
    const awaitNoLonger = endpoints.slow(webhookId) ? () => undefined : gathering.begin();
    let late = false;
    let timer = setTimeout(() => {
      awaitNoLonger();
      timer = setTimeout(() => {
        late = true;
        endpoints.late(webhookId);
        roomChanged();
      }, SLOW_AFTER_MS - AWAITED_MS);
    }, AWAITED_MS);
    const finished = await attempt(delivery);
    clearTimeout(timer);
    onFinished(finished);
    endpoints.ended(webhookId, { answered: finished.attempt?.status !== undefined, late });
    roomChanged();
    awaitNoLonger();
  }

  return { send };
}
