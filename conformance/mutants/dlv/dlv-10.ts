import { setTimeout as sleep } from 'node:timers/promises';
import { RETRIES_MAX, RETRY_DELAYS_MS } from '../../src/generated/limits.ts';
import type { OperationId } from '../../src/generated/operations.ts';
import { attempt, isOf, OWN_TIME_OUT_MS, outcome } from '../faults/attempts.ts';
import type { Evento } from '../faults/evento.ts';
import { answering } from '../faults/exchanges.ts';
import { notRetried } from '../faults/redeliveries.ts';
import type { FaultContext, Faults, Mutants, NewDeliveryFault, Request } from '../mutant.ts';
import { bodyOf, isSuccess } from '../peer/message.ts';

const refusedDeliveries = new WeakMap<FaultContext, Map<string, () => Promise<unknown>>>();

/** How to send each refused event again, by its body. */
function refusedOf(context: FaultContext): Map<string, () => Promise<unknown>> {
  const known = refusedDeliveries.get(context) ?? new Map<string, () => Promise<unknown>>();
  refusedDeliveries.set(context, known);
  return known;
}

/** A service that retries all refused events at once when an unrelated operation succeeds. */
function retryingAfter(operation: OperationId, isCause: (request: Request) => boolean = () => true): Faults {
  return {
    fault: answering((answer, request, context) => {
      if (request.operation === operation && isSuccess(answer) && isCause(request))
        for (const retry of refusedOf(context).values()) void retry();
      return answer;
    }),
    deliveryFault: (context) => async (delivery, deliver) => {
      const status = await deliver(delivery);
      const refused = refusedOf(context);
      if (status >= 200 && status <= 299) refused.delete(delivery.body);
      else refused.set(delivery.body, () => attempt(delivery, deliver));
      return status;
    },
  };
}

/** Waits without limit for the end of an answer that has begun, and makes no other attempt meanwhile. */
const waitingForTheEnd: NewDeliveryFault = () => {
  const open = new Set<string>();
  return async (delivery, deliver) => {
    const event = `${delivery.secret} ${String(bodyOf(delivery).EventGuid)}`;
    if (open.has(event)) return 204;
    open.add(event);
    try {
      return await deliver({ ...delivery, untilEnd: true });
    } finally {
      open.delete(event);
    }
  };
};

/** A later confirmation counts as a failure. This is less than the time that an attempt may take. */
const LATE_MS = 3_000;

const hearingNothingLate: NewDeliveryFault = () => async (delivery, deliver) => {
  const begunAt = performance.now();
  const status = await deliver(delivery);
  return performance.now() - begunAt > LATE_MS ? 504 : status;
};

/** Retries an event only until a newer one of the same type and object exists. */
const givingUpWhatIsOlder: NewDeliveryFault = () => {
  const newest = new Map<string, string>();
  return async (delivery, deliver) => {
    const { Type, Object: object, EventGuid } = bodyOf(delivery);
    const subject = `${delivery.secret} ${String(Type)} ${String((object as Evento).id)}`;
    if (delivery.earlierAttempts.length === 0) newest.set(subject, String(EventGuid));
    return newest.get(subject) === EventGuid ? await deliver(delivery) : 204;
  };
};

/** Drops a pending retry when the webhook gets a newer change of the same contact. */
const replacingWhatWaits: NewDeliveryFault = () => {
  const waiting = new Map<string, string>();
  const givenUp = new Set<string>();
  return async (delivery, deliver) => {
    if (!isOf(delivery, 'Anagrafica.Update')) return await deliver(delivery);
    const { CompanyId, Object: object, EventGuid } = bodyOf(delivery);
    const contact = `${delivery.secret} ${CompanyId} ${(object as Evento).id}`;
    const event = `${delivery.secret} ${EventGuid}`;
    if (givenUp.delete(event)) return 204;
    const older = waiting.get(contact);
    if (older !== undefined && older !== event) givenUp.add(older);
    const status = await attempt(delivery, deliver);
    if (isSuccess({ status })) waiting.delete(contact);
    else waiting.set(contact, event);
    return status || 502;
  };
};

/** Enough time for a receiver to notice the end of a connection before the next attempt. */
const END_SEEN_MS = 50;

/** After its own time-out, makes the first retry at once and not when it is due. */
const retryingWhatHangs: NewDeliveryFault = () => {
  const refused = new Map<string, number>();
  return async (delivery, deliver) => {
    const event = `${delivery.secret} ${String(bodyOf(delivery).EventGuid)}`;
    const made = refused.get(event);
    refused.delete(event);
    if (made !== undefined) return made;
    const came = await outcome(delivery, (sent) => deliver({ ...sent, withinMs: OWN_TIME_OUT_MS }));
    if (typeof came === 'number') return came;
    if (came.name !== 'TimeoutError' || delivery.earlierAttempts.length > 0) return 502;
    await sleep(END_SEEN_MS);
    const status = (await attempt(delivery, deliver)) || 502;
    if (!isSuccess({ status })) refused.set(event, status);
    return status;
  };
};

export const mutants: Mutants = {
  'a-retry-less': { service: { retryDelaysMs: RETRY_DELAYS_MS.slice(0, -1) } },
  'what-is-delivered-again-is-not-retried': notRetried,
  'second-retry-too-soon': { service: { retryDelaysMs: RETRY_DELAYS_MS.map((delayMs, index) => (index === 1 ? 0.6 * delayMs : delayMs)) } },
  'a-changed-webhook-is-retried-at-once': { mayBreak: ['DLV-12'], ...retryingAfter('updateWebhook') },
  'whoever-signs-in-is-told-at-once': retryingAfter('authenticate'),
  'another-url-is-told-at-once': {
    mayBreak: ['DLV-12'],
    ...retryingAfter('updateWebhook', (request) => String(bodyOf(request).Url).includes('?')),
  },
  'another-url-revives-what-has-ended': retryingAfter('updateWebhook', (request) => String(bodyOf(request).Url).includes('moved=1')),
  'whoever-looks-at-webhooks-is-told-at-once': retryingAfter('listWebhook'),
  'a-lost-connection-counts-twice': { deliveryFault: countingTwice((came) => came instanceof Error && came.name !== 'TimeoutError') },
  'a-hanging-attempt-counts-twice': { deliveryFault: countingTwice((came) => came instanceof Error && came.name === 'TimeoutError') },
  'an-answer-without-an-end-is-waited-for': { deliveryFault: waitingForTheEnd },
  'a-late-2xx-does-not-confirm': { deliveryFault: hearingNothingLate },
  'a-newer-event-gives-up-the-one-that-waits': { mayBreak: ['EVT-14'], deliveryFault: givingUpWhatIsOlder },
  'newer-update-takes-the-place-of-one-that-waits': { deliveryFault: replacingWhatWaits },
  'retried-at-once-after-the-deadline': { deliveryFault: retryingWhatHangs },
  'a-lost-connection-is-made-up-for-at-once': {
    deliveryFault: () => async (delivery, deliver) => (await attempt(delivery, deliver)) || (await deliver(delivery)),
  },
  'attempts-are-given-up-after-six-seconds': { service: { attemptDeadlineMs: 6_000 } },
};

/** A service that counts some attempts twice. */
function countingTwice(isDouble: (came: number | Error) => boolean): NewDeliveryFault {
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
