import type { Clock } from '../model/clock.ts';

/**
 * How long a claim is held before another worker may take it over. It is renewed as long as its worker lives, so that only the
 * claims of a worker that died are taken over (D-09).
 *
 * Leases run by the machine's time and not by the service's clock: a test clock that is moved on by a day must not end them.
 * Nodes whose clocks differ by more than this deliver twice now and then, which receivers know how to take (EVT-04).
 */
export interface Leases {
  readonly lengthMs: number;
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

const LENGTH_MS = 60_000;
const RENEWALS_PER_LEASE = 3;

export function createLeases({ machineNow }: Pick<Clock, 'machineNow'>, lengthMs: number = LENGTH_MS): Leases {
  return { lengthMs, now: machineNow };
}

/** Calls `renew` often enough to keep leases, until the returned function is called. */
export function keepLeases({ lengthMs }: Leases, renew: () => void): () => void {
  const timer = setInterval(renew, lengthMs / RENEWALS_PER_LEASE);
  return () => clearInterval(timer);
}
