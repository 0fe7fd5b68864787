import { ATTEMPTS_IN_FLIGHT_MAX } from '../generated/limits.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * The attempts of a worker that run at once. Slow endpoints have places of their own: those of the others are free again at the latest
 * when an attempt is late, and not at its deadline.
 */
export interface Places {
  /**
   * How many attempts to this endpoint may be in flight now. Where the places of slow endpoints are all taken, one that did answer still
   * has one, so that those that never answer take none from it either.
   */
  allowed(endpoint: Endpoint): number;
  /** Changes an endpoint, and counts its attempts where they belong after that. */
  change(endpoint: Endpoint, change: () => void): void;
}

/** @param inFlightMax how many attempts are in flight at once to endpoints that answer in time, and as many again to slow ones */
export function createPlaces(inFlightMax: number = ATTEMPTS_IN_FLIGHT_MAX): Places {
  const taken = { prompt: 0, slow: 0 };
  const poolOf = ({ slow }: Endpoint): keyof typeof taken => (slow ? 'slow' : 'prompt');
  return {
    allowed(endpoint) {
      const pool = poolOf(endpoint);
      const free = endpoint.inFlight + Math.max(0, inFlightMax - taken[pool]);
      return Math.min(endpoint.places, endpoint.slow && endpoint.answered ? Math.max(1, free) : free);
    },
    change(endpoint, change) {
      taken[poolOf(endpoint)] -= endpoint.inFlight;
      change();
      taken[poolOf(endpoint)] += endpoint.inFlight;
    },
  };
}
