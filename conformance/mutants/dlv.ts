import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryFault, Mutant } from './mutant.ts';
import type { Deliver, Delivered } from './peer/relay.ts';

/** What the receiver answered, or 0 where it did not. */
async function attempt(delivery: Delivered, deliver: Deliver): Promise<number> {
  return await deliver(delivery).catch(() => 0);
}

/** A fault that takes the receiver's answer for another one. */
function answerTakenFor(change: (status: number, delivery: Delivered) => number): () => DeliveryFault {
  return () => async (delivery, deliver) => change(await attempt(delivery, deliver), delivery) || 502;
}

const minuteMs = 60_000;
/** An endpoint that takes so long hangs. */
const hangsMs = 2_000;
/** Longer than the suite waits for a delivery. */
const holdMs = 12_000;

/** Services that deliver too often, too seldom, or to the wrong place. */
export const dlvMutants: readonly Mutant[] = [
  {
    id: 'DLV-01-accepted-is-not-confirmed',
    mustBreak: ['DLV-01'],
    deliveryFault: answerTakenFor((status) => (status === 202 ? 500 : status)),
  },
  {
    id: 'DLV-01-only-known-successes',
    mustBreak: ['DLV-01'],
    deliveryFault: answerTakenFor((status) => (status > 206 && status < 300 ? 500 : status)),
  },
  {
    id: 'DLV-02-client-errors-are-final',
    mustBreak: ['DLV-02', 'DLV-04'],
    deliveryFault: answerTakenFor((status) => (status >= 400 && status < 500 ? 200 : status)),
  },
  { id: 'DLV-02-gone-is-final', mustBreak: ['DLV-02'], deliveryFault: answerTakenFor((status) => (status === 410 ? 200 : status)) },
  {
    id: 'DLV-02-redirects-are-successes',
    mustBreak: ['DLV-02', 'DLV-04'],
    deliveryFault: answerTakenFor((status) => (status >= 300 && status < 400 ? 200 : status)),
  },
  { id: 'DLV-03-no-answer-is-final', mustBreak: ['DLV-03', 'DLV-04'], deliveryFault: answerTakenFor((status) => status || 200) },
  { id: 'DLV-04-no-retries', mustBreak: ['DLV-04', 'DLV-02', 'DLV-03', 'DLV-10'], deliveryFault: answerTakenFor(() => 200) },
  {
    id: 'DLV-04-a-sixth-retry',
    mustBreak: ['DLV-04', 'DLV-10'],
    service: { retryDelaysMs: [5_000, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs, 300 * minuteMs, 300 * minuteMs] },
  },
  {
    id: 'DLV-05-confirmation-of-a-retry-unheard',
    mustBreak: ['DLV-05'],
    deliveryFault: answerTakenFor((status, { earlierAttempts }) =>
      status >= 200 && status < 300 && earlierAttempts.length > 0 ? 500 : status,
    ),
  },
  {
    id: 'DLV-06-another-sender',
    mustBreak: ['DLV-06'],
    deliveryFault: () => async (delivery, deliver) => await deliver({ ...delivery, from: '127.0.0.2' }),
  },
  {
    id: 'DLV-08-one-after-the-other',
    mustBreak: ['DLV-08'],
    deliveryFault: () => {
      let last: Promise<number> = Promise.resolve(0);
      return async (delivery, deliver) => {
        last = last.then(async () => {
          const startedAt = Date.now();
          const status = await attempt(delivery, deliver);
          if (status === 0 && Date.now() - startedAt > hangsMs) await sleep(holdMs);
          return status;
        });
        return (await last) || 502;
      };
    },
  },
  {
    id: 'DLV-09-follows-redirects',
    mustBreak: ['DLV-09'],
    deliveryFault: () => async (delivery, deliver) => await deliver({ ...delivery, follow: true }),
  },
  { id: 'DLV-10-four-retries', mustBreak: ['DLV-10'], service: { retryDelaysMs: [5_000, 5 * minuteMs, 30 * minuteMs, 120 * minuteMs] } },
  {
    id: 'DLV-10-second-retry-too-soon',
    mustBreak: ['DLV-10'],
    service: { retryDelaysMs: [5_000, 3 * minuteMs, 30 * minuteMs, 120 * minuteMs, 300 * minuteMs] },
  },
];
