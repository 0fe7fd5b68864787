import { setTimeout as sleep } from 'node:timers/promises';
import type { NewDeliveryFault } from '../mutants/mutant.ts';
import { bodyOf } from '../mutants/peer/message.ts';
import type { Variation } from './variation.ts';

/** Sends the deliveries of a webhook one after the other, each after `turn`. */
function inTurn(turn: (waiting: number) => Promise<void>): NewDeliveryFault {
  return () => {
    const ends = new Map<string, Promise<unknown>>();
    const waiting = new Map<string, number>();
    return async (delivery, deliver) => {
      const { secret } = delivery;
      waiting.set(secret, (waiting.get(secret) ?? 0) + 1);
      const send = async (): Promise<number> => {
        await turn(waiting.get(secret) ?? 0);
        waiting.set(secret, (waiting.get(secret) ?? 1) - 1);
        return await deliver(delivery);
      };
      const end = (ends.get(secret) ?? Promise.resolve()).then(send, send);
      ends.set(secret, end);
      return await end;
    };
  };
}

/** Sends an event only when the one before it is confirmed. Until then, each attempt counts as failed and is retried later. */
function afterConfirmation(): NewDeliveryFault {
  return () => {
    const first = new Map<string, string>();
    return async (delivery, deliver) => {
      const [{ secret }, guid] = [delivery, String(bodyOf(delivery).EventGuid)];
      if (!first.has(secret)) first.set(secret, guid);
      if (first.get(secret) !== guid) return 503;
      const status = await deliver(delivery);
      if (status >= 200 && status < 300) first.delete(secret);
      return status;
    };
  };
}

/** Sends the events of a webhook one after the other with this pause, the newest first. */
function newestFirst(ms: number): NewDeliveryFault {
  return () => {
    const queues = new Map<string, (() => Promise<void>)[]>();
    const ends = new Map<string, Promise<void>>();
    return async (delivery, deliver) => {
      const { secret } = delivery;
      const queue = queues.get(secret) ?? [];
      queues.set(secret, queue);
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      queue.push(() => deliver(delivery).then(resolve, reject));
      const turn = async (): Promise<void> => {
        await sleep(ms);
        await queue.pop()?.();
      };
      ends.set(secret, (ends.get(secret) ?? Promise.resolve()).then(turn));
      return await promise;
    };
  };
}

/** Sends the first events of some types late, each by its own delay. */
function firstLate(delays: Readonly<Record<string, readonly number[]>>): NewDeliveryFault {
  return () => {
    const left = new Map(Object.entries(delays).map(([type, each]) => [type, [...each]]));
    return async (delivery, deliver) => {
      await sleep(left.get(String(bodyOf(delivery).Type))?.shift() ?? 0);
      return await deliver(delivery);
    };
  };
}

const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'];

/** Other ways to send the same events. */
export const senderVariations: readonly Variation[] = [
  {
    id: 'events-from-many-connections',
    deliveryFault: () => {
      let sent = 0;
      return async (delivery, deliver) => {
        sent += 1;
        await sleep((sent * 7) % 23);
        return await deliver({ ...delivery, from: addresses[sent % addresses.length] ?? '127.0.0.1' });
      };
    },
    describe: (target) => ({ ...target, receiver: { ...target.receiver, senderAddresses: addresses } }),
  },
  {
    id: 'events-out-of-order',
    deliveryFault: () => {
      let sent = 0;
      return async (delivery, deliver) => {
        sent += 1;
        await sleep(sent % 2 === 0 ? 0 : 120);
        return await deliver(delivery);
      };
    },
  },
  {
    id: 'events-a-second-late',
    rules: ['HOOK-14', 'IDEM-04', 'EVT-0*', 'EVT-11', 'DLV-01', 'DLV-02', 'SIG-04'],
    deliveryFault: () => async (delivery, deliver) => {
      await sleep(1_000);
      return await deliver(delivery);
    },
  },
  { id: 'events-one-by-one', deliveryFault: inTurn(() => sleep(20)) },
  // The HTTP client of Python's standard library does this.
  {
    id: 'an-informational-answer-is-taken-for-the-answer',
    rules: ['DLV-01'],
    budget: 'standard',
    deliveryFault: () => async (delivery, deliver) => {
      const status = await deliver({ ...delivery, takesFirstStatus: true });
      return status < 200 ? 500 : status;
    },
  },
  // An event that waits too long runs out of retries, which is another choice.
  { id: 'an-event-waits-for-the-one-before', rules: ['HOOK-14'], told: ['HOOK-14'], deliveryFault: afterConfirmation() },
  {
    id: 'confirmations-are-noted-late',
    deliveryFault: () => async (delivery, deliver) => {
      const status = await deliver(delivery);
      await sleep(150);
      return status;
    },
  },
  { id: 'events-in-batches', deliveryFault: inTurn(async (waiting) => void (waiting <= 1 && (await sleep(200)))) },
  {
    // At greater budgets the service gives attempts up before their turn, which is another choice.
    id: 'one-delivery-after-the-other',
    rules: ['EVT-08'],
    budget: 'quick',
    deliveryFault: inTurn(() => sleep(600)),
    // Longer than one delivery takes, and shorter than several.
    describe: ({ timing, ...target }) => ({ ...target, timing: { ...timing, deliveryWithinMs: 4_000 } }),
  },
  {
    // Deliveries come much later than the configuration says.
    id: 'deliveries-wait-for-each-other',
    rules: ['EVT-08'],
    budget: 'standard',
    deliveryFault: inTurn(() => sleep(300)),
    describe: ({ timing, ...target }) => ({ ...target, timing: { ...timing, deliveryWithinMs: 1_400 } }),
  },
  {
    // The event of the first change comes last.
    id: 'the-newest-delivery-first',
    rules: ['EVT-11'],
    budget: 'quick',
    deliveryFault: newestFirst(500),
    describe: ({ timing, ...target }) => ({ ...target, timing: { ...timing, deliveryWithinMs: 2_000 } }),
  },
  {
    // The event comes later than the configuration says, while others arrive.
    id: 'the-first-change-is-told-of-last',
    rules: ['EVT-11'],
    budget: 'quick',
    deliveryFault: firstLate({ 'Anagrafica.Update': [3_500], 'Anagrafica.Delete': [1_000, 2_000, 3_000] }),
    describe: ({ timing, ...target }) => ({ ...target, timing: { ...timing, deliveryWithinMs: 1_500 } }),
  },
  {
    // A second retry begins before the Url changes, and arrives at the old Url after the change.
    id: 'a-second-retry-is-long-under-way',
    rules: ['DLV-12'],
    budget: 'standard',
    service: { retryDelaysMs: [5_000, 20, 20, 20, 20] },
    fault: () => async (request, forward) => {
      if (request.operation === 'updateWebhook') await sleep(200);
      return await forward(request);
    },
    deliveryFault: () => async (delivery, deliver) => {
      if (delivery.earlierAttempts.length > 1 && bodyOf(delivery).Type === 'Anagrafica.Create') await sleep(300);
      return await deliver(delivery);
    },
  },
  {
    id: 'events-before-the-answer',
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.method !== 'GET') await sleep(40);
      return answer;
    },
  },
];
