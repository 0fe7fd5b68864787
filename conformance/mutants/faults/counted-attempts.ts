import { RETRIES_MAX } from '../../src/generated/limits.ts';
import type { NewDeliveryFault } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';
import { OWN_TIME_OUT_MS, outcome } from './attempts.ts';

/** A service that counts some attempts twice. */
export function countingTwice(isDouble: (came: number | Error) => boolean): NewDeliveryFault {
  return () => {
    const counts = new Map<string, { attempts: number; spent: number }>();
    return async (delivery, deliver) => {
      const came = await outcome(delivery, (sent) => deliver({ ...sent, withinMs: OWN_TIME_OUT_MS }));
      const event = `${delivery.secret} ${String(bodyOf(delivery).EventGuid)}`;
      const count = counts.get(event) ?? { attempts: 0, spent: 0 };
      counts.set(event, count);
      count.attempts += 1;
      count.spent += isDouble(came) ? 2 : 1;
      const isOver = count.spent > RETRIES_MAX || (typeof came === 'number' && came < 300);
      // A redelivery starts a new count.
      if (isOver) counts.delete(event);
      // At the real limit the service stops by itself.
      if (isOver && count.attempts <= RETRIES_MAX) return 200;
      return came instanceof Error ? 502 : came;
    };
  };
}
