import { setTimeout as sleep } from 'node:timers/promises';
import type { Mutant } from '../mutants/mutant.ts';
import type { Variation } from './variation.ts';

/** Sends what is for one webhook one after the other, each once its turn has come. */
function inTurn(turn: (waiting: number) => Promise<void>): Mutant['deliveryFault'] {
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

const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'];

/** Other ways of sending the same events. */
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
    id: 'events-before-the-answer',
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.method !== 'GET') await sleep(40);
      return answer;
    },
  },
];
