import type { WebhookId } from '../model/ids.ts';
import type { ClaimedDelivery } from '../store/delivery-queue.ts';
import { type AttemptEnd, createEndpoint, type Endpoint } from './endpoint.ts';
import { createPlaces } from './places.ts';

/** Shares a worker among the endpoints of its webhooks, so that one that hangs takes no place from the others (DLV-08). */
export interface Endpoints {
  /** How many more deliveries may be claimed, of all endpoints. */
  room(): number;
  /** How many more of this webhook. */
  roomOf(webhookId: WebhookId): number;
  /** The webhooks without room. */
  full(): WebhookId[];
  /** Adds a claimed delivery to those that are ready. */
  add(delivery: ClaimedDelivery): void;
  /** Takes a place for what is ready and can be sent now, the endpoints in turn; undefined when there is none. */
  next(): ClaimedDelivery | undefined;
  /** An attempt has begun to last too long. */
  late(webhookId: WebhookId): void;
  /** An attempt is over, and its place is free. */
  ended(webhookId: WebhookId, end: AttemptEnd): void;
  /** Takes back what is ready and more than its endpoint may hold now; everything that is ready when sending has ended. */
  surplus(sending: boolean): ClaimedDelivery[];
  /** Whether the endpoint of this webhook is slow. */
  slow(webhookId: WebhookId): boolean;
}

/** How many deliveries are ready, of all endpoints. */
const READY_MAX = 512;
/** How many endpoints are remembered; beyond it those without deliveries are forgotten. */
const REMEMBERED_MAX = 10_000;

interface Known {
  readonly endpoint: Endpoint;
  readonly ready: ClaimedDelivery[];
}

/** @param inFlightMax how many attempts are in flight at once, of all endpoints; see {@link createPlaces} */
export function createEndpoints(inFlightMax?: number): Endpoints {
  const places = createPlaces(inFlightMax);
  const endpoints = new Map<WebhookId, Known>();
  // Those that may have no room: one that is idle and quick always has.
  const busy = new Map<WebhookId, Known>();
  // Those with something ready, in turn.
  const waiting = new Set<Known>();

  /** How many deliveries may be held. What is ready for a slow endpoint could wait for long: only what can be sent at once. */
  const holdable = (endpoint: Endpoint): number => (endpoint.slow ? places.allowed(endpoint) : endpoint.window);

  const roomAt = ({ endpoint, ready }: Known): number => holdable(endpoint) - endpoint.inFlight - ready.length;

  function roomOf(webhookId: WebhookId): number {
    const known = endpoints.get(webhookId);
    return known === undefined ? 1 : roomAt(known);
  }

  function remember(webhookId: WebhookId): Known {
    const known = endpoints.get(webhookId) ?? { endpoint: createEndpoint(), ready: [] };
    if (endpoints.size >= REMEMBERED_MAX) forgetIdle(endpoints);
    endpoints.set(webhookId, known);
    busy.set(webhookId, known);
    return known;
  }

  return {
    roomOf,
    room: () => READY_MAX - [...waiting].reduce((count, { ready }) => count + ready.length, 0),
    full() {
      for (const [id, known] of busy) if (isIdle(known) && !known.endpoint.slow) busy.delete(id);
      return [...busy].flatMap(([id, known]) => (roomAt(known) > 0 ? [] : [id]));
    },
    slow: (webhookId) => endpoints.get(webhookId)?.endpoint.slow ?? false,
    add(delivery) {
      const known = remember(delivery.webhookId);
      known.ready.push(delivery);
      waiting.add(known);
    },
    next() {
      for (const known of waiting) {
        const { endpoint, ready } = known;
        if (endpoint.inFlight >= places.allowed(endpoint)) continue;
        const delivery = ready.shift();
        // Behind the others, for its next turn.
        waiting.delete(known);
        if (ready.length > 0) waiting.add(known);
        places.change(endpoint, endpoint.attemptBegan);
        return delivery;
      }
      return undefined;
    },
    late(webhookId) {
      const { endpoint } = remember(webhookId);
      places.change(endpoint, endpoint.attemptIsLate);
    },
    ended(webhookId, end) {
      const { endpoint } = remember(webhookId);
      places.change(endpoint, () => endpoint.attemptEnded(end));
    },
    surplus(sending) {
      return [...waiting].flatMap((known) => {
        const held = sending ? Math.max(0, holdable(known.endpoint) - known.endpoint.inFlight) : 0;
        const taken = known.ready.splice(held);
        if (known.ready.length === 0) waiting.delete(known);
        return taken;
      });
    },
  };
}

function forgetIdle(endpoints: Map<WebhookId, Known>): void {
  for (const [id, known] of endpoints) if (isIdle(known)) endpoints.delete(id);
}

function isIdle({ endpoint, ready }: Known): boolean {
  return endpoint.inFlight + ready.length === 0;
}
