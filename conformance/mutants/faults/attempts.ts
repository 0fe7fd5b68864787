import type { DeliveryFault } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';
import type { Deliver, Delivered } from '../peer/relay.ts';

/** What the receiver answered, or 0 where it did not. */
export async function attempt(delivery: Delivered, deliver: Deliver): Promise<number> {
  return await deliver(delivery).catch(() => 0);
}

/** Whether the event that is delivered is of a type. */
export function isOf(delivery: Delivered, type: string): boolean {
  return bodyOf(delivery).Type === type;
}

/** A fault that takes the receiver's answer for another one. */
export function answerTakenFor(change: (status: number, delivery: Delivered) => number): () => DeliveryFault {
  return () => async (delivery, deliver) => change(await attempt(delivery, deliver), delivery) || 502;
}

/** Longer than what is answered takes on a loaded machine, and sooner than the reference service, which takes 10 s. */
export const OWN_TIME_OUT_MS = 5_000;

/** A fault of a service that ends a connection itself when no answer comes. @param change what then becomes of the delivery */
export function impatient(change: (delivery: Delivered) => number, withinMs: number = OWN_TIME_OUT_MS): () => DeliveryFault {
  return () => async (delivery, deliver) => {
    const came = await outcome(delivery, (sent) => deliver({ ...sent, withinMs }));
    if (!(came instanceof Error)) return came;
    return came.name === 'TimeoutError' ? change(delivery) : 502;
  };
}

/** What came of an attempt: a status, or the error that broke the connection. */
export async function outcome(delivery: Delivered, deliver: Deliver): Promise<number | Error> {
  return await deliver(delivery).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
}
