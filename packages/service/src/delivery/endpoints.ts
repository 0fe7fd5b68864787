import type { WebhookId } from '../model/ids.ts';
import type { ClaimedDelivery } from '../store/delivery-queue.ts';

/**
 * Shares a worker among the endpoints of its webhooks, so that one that hangs takes no place from the others (DLV-08).
 *
 * - Each endpoint has a window: how many of its deliveries are held here, in flight or ready to be sent. It starts at one, doubles with each
 *   answer, and falls back to one when no answer came.
 * - An endpoint is slow as soon as an attempt is late, until one is answered in time. Slow endpoints have places of their own: those of
 *   the others are free again at the latest when an attempt is late, and not at its deadline. Where these places are all taken, a slow
 *   endpoint that did answer still has one, so that those that never do take none from it either.
 */
export interface Endpoints {
  /** How many more deliveries may be claimed, of all endpoints. */
  room(): number;
  /** How many more of this webhook. */
  roomOf(webhookId: WebhookId): number;
  /** The webhooks without room. */
  full(): WebhookId[];
  /** Takes what was claimed: it is ready. */
  add(delivery: ClaimedDelivery): void;
  /** Takes a place for what is ready and can be sent now; undefined when there is none. */
  next(): ClaimedDelivery | undefined;
  /** An attempt has begun to last too long. */
  late(webhookId: WebhookId): void;
  /** An attempt is over, and its place is free. */
  ended(webhookId: WebhookId, result: { readonly answered: boolean; readonly late: boolean }): void;
  /** Takes back what is ready beyond what its endpoint may hold by now; all that is ready if there is nothing more to be sent. */
  surplus(sending: boolean): ClaimedDelivery[];
  /** Whether the endpoint of this webhook is slow. */
  slow(webhookId: WebhookId): boolean;
}

/** How many attempts run at once to endpoints that answer in time, and how many to slow ones. */
const PLACES = { prompt: 128, slow: 128 };
/** And how many of them to one endpoint. */
const PLACES_PER_ENDPOINT = 8;
/** How many deliveries of one endpoint are held, in flight and ready. */
export const WINDOW_MAX = 64;
/** How many are ready, of all endpoints that answer in time. */
const READY_MAX = 512;
/** How many endpoints are remembered; beyond it those without deliveries are forgotten. */
const REMEMBERED_MAX = 10_000;

interface Endpoint {
  readonly ready: ClaimedDelivery[];
  inFlight: number;
  /** Of those in flight, how many are late. */
  late: number;
  window: number;
  slow: boolean;
  /** Whether the last attempt that is over was answered. */
  answered: boolean;
}

export function createEndpoints(): Endpoints {
  const endpoints = new Map<WebhookId, Endpoint>();
  // Those with something ready, in turn.
  const waiting = new Set<Endpoint>();
  const inFlight = { prompt: 0, slow: 0 };

  const poolOf = ({ slow }: Endpoint): 'prompt' | 'slow' => (slow ? 'slow' : 'prompt');
  const placesOf = ({ window }: Endpoint): number => Math.min(PLACES_PER_ENDPOINT, window);

  /** How many attempts to an endpoint may be in flight now. */
  function sendable(endpoint: Endpoint): number {
    const pool = poolOf(endpoint);
    const inPool = endpoint.inFlight + Math.max(0, PLACES[pool] - inFlight[pool]);
    return Math.min(placesOf(endpoint), endpoint.slow && endpoint.answered ? Math.max(1, inPool) : inPool);
  }

  /** How many of its deliveries may be held. What is ready for a slow endpoint could wait for long: only what can be sent at once. */
  const holdable = (endpoint: Endpoint): number => (endpoint.slow ? sendable(endpoint) : endpoint.window);

  function roomOf(webhookId: WebhookId): number {
    const endpoint = endpoints.get(webhookId);
    return endpoint === undefined ? 1 : holdable(endpoint) - endpoint.inFlight - endpoint.ready.length;
  }

  function known(webhookId: WebhookId): Endpoint {
    const endpoint = endpoints.get(webhookId) ?? { ready: [], inFlight: 0, late: 0, window: 1, slow: false, answered: false };
    if (endpoints.size >= REMEMBERED_MAX)
      for (const [id, one] of endpoints) if (one.inFlight + one.ready.length === 0) endpoints.delete(id);
    endpoints.set(webhookId, endpoint);
    return endpoint;
  }

  function setSlow(endpoint: Endpoint, slow: boolean): void {
    inFlight[poolOf(endpoint)] -= endpoint.inFlight;
    endpoint.slow = slow;
    inFlight[poolOf(endpoint)] += endpoint.inFlight;
  }

  return {
    roomOf,
    room: () => READY_MAX - [...waiting].reduce((count, { ready }) => count + ready.length, 0),
    full: () => [...endpoints.keys()].filter((id) => roomOf(id) <= 0),
    slow: (webhookId) => endpoints.get(webhookId)?.slow ?? false,
    add(delivery) {
      const endpoint = known(delivery.webhookId);
      endpoint.ready.push(delivery);
      waiting.add(endpoint);
    },
    next() {
      for (const endpoint of waiting) {
        if (endpoint.inFlight >= sendable(endpoint)) continue;
        const delivery = endpoint.ready.shift();
        waiting.delete(endpoint);
        if (endpoint.ready.length > 0) waiting.add(endpoint);
        endpoint.inFlight += 1;
        inFlight[poolOf(endpoint)] += 1;
        return delivery;
      }
      return undefined;
    },
    late(webhookId) {
      const endpoint = known(webhookId);
      endpoint.late += 1;
      setSlow(endpoint, true);
    },
    ended(webhookId, { answered, late }) {
      const endpoint = known(webhookId);
      endpoint.inFlight -= 1;
      inFlight[poolOf(endpoint)] -= 1;
      if (late) endpoint.late -= 1;
      setSlow(endpoint, late || endpoint.late > 0);
      endpoint.answered = answered;
      endpoint.window = answered ? Math.min(WINDOW_MAX, endpoint.window * 2) : 1;
    },
    surplus(sending) {
      return [...waiting].flatMap((endpoint) => {
        const held = sending ? Math.max(0, holdable(endpoint) - endpoint.inFlight) : 0;
        const taken = endpoint.ready.splice(held);
        if (endpoint.ready.length === 0) waiting.delete(endpoint);
        return taken;
      });
    },
  };
}
