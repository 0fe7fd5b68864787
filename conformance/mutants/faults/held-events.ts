import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryFault } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

/** Longer than the suite waits if no delivery comes at all. The service gives the attempt up before that, and retries it. */
const HELD_FOR_MS = 60_000;

/** A fault that holds an event of a type back until the same webhook gets another event of the same company. */
export function heldUntilNext(type: string): () => DeliveryFault {
  return () => {
    const waiting = new Map<string, () => void>();
    return async (delivery, deliver) => {
      const { Type, CompanyId } = bodyOf(delivery);
      const company = `${delivery.secret} ${CompanyId}`;
      waiting.get(company)?.();
      if (Type === type && delivery.earlierAttempts.length === 0) {
        const next = new Promise<void>((resolve) => waiting.set(company, resolve));
        await Promise.race([next, sleep(HELD_FOR_MS, undefined, { ref: false })]);
      }
      return await deliver(delivery);
    };
  };
}
