import { RETRIES_MAX } from '../../src/generated/limits.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';
import { OWN_TIME_OUT_MS, outcome } from './attempts.ts';

/** A service to which some attempts count as two of those that it makes. */
export function countingTwice(isDouble: (came: number | Error) => boolean): Mutant['deliveryFault'] {
  return () => {
    const counts = new Map<string, number>();
    return async (delivery, deliver) => {
      const came = await outcome(delivery, (sent) => deliver({ ...sent, withinMs: OWN_TIME_OUT_MS }));
      const key = `${delivery.secret} ${String(bodyOf(delivery).EventGuid)}`;
      const count = (counts.get(key) ?? 0) + (isDouble(came) ? 2 : 1);
      counts.set(key, count);
      if (count > RETRIES_MAX) return 200;
      return came instanceof Error ? 502 : came;
    };
  };
}
