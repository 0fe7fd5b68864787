import type { FaultContext, NewDeliveryFault } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';
import type { Deliver, Delivered, Sent } from '../peer/relay.ts';

/** The status of the receiver, or 0 without an answer. */
export async function attempt(delivery: Delivered, deliver: Deliver): Promise<number> {
  return await deliver(delivery).catch(() => 0);
}

/** A fault that sends another attempt. */
export function delivering(change: (delivery: Delivered, context: FaultContext) => Sent): NewDeliveryFault {
  return (context) => async (delivery, deliver) => await deliver(change(delivery, context));
}

/** A fault that sends nothing in some attempts, which the service then takes for confirmed. */
export function undelivered(isMeant: (delivery: Delivered, context: FaultContext) => boolean): NewDeliveryFault {
  return (context) => async (delivery, deliver) => (isMeant(delivery, context) ? 204 : await deliver(delivery));
}

/** Whether the delivered event has this type. */
export function isOf(delivery: Delivered, type: string): boolean {
  return bodyOf(delivery).Type === type;
}

/** A fault that misreads the receiver's status. */
export function answerTakenFor(change: (status: number, delivery: Delivered) => number): NewDeliveryFault {
  return () => async (delivery, deliver) => change(await attempt(delivery, deliver), delivery) || 502;
}

/** Longer than an answer takes on a loaded machine, and shorter than the time-out of the reference service, which is 10 s. */
export const OWN_TIME_OUT_MS = 5_000;

/** A fault that ends a connection itself if no answer comes. @param change the status that the service then sees */
export function impatient(change: (delivery: Delivered) => number, withinMs: number = OWN_TIME_OUT_MS): NewDeliveryFault {
  return () => async (delivery, deliver) => {
    const came = await outcome(delivery, (sent) => deliver({ ...sent, withinMs }));
    if (!(came instanceof Error)) return came;
    return came.name === 'TimeoutError' ? change(delivery) : 502;
  };
}

/** The outcome of an attempt: a status, or the error that broke the connection. */
export async function outcome(delivery: Delivered, deliver: Deliver): Promise<number | Error> {
  return await deliver(delivery).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
}
