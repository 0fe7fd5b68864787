import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { givenBack } from '../../src/delivery/delivery-attempt.ts';
import { createDispatcher, type Dispatcher } from '../../src/delivery/dispatcher.ts';
import { createEndpoints, type Endpoints } from '../../src/delivery/endpoints.ts';
import { createGathering, type Gathering } from '../../src/delivery/gathering.ts';
import { SLOW_AFTER_MS } from '../../src/generated/limits.ts';
import { webhookId } from '../../src/model/ids.ts';
import type { ClaimedDelivery, FinishedDelivery } from '../../src/store/delivery-queue.ts';
import { claimedDelivery } from '../harness/claimed-delivery.ts';

const AWAITED_MS = 50;

let endpoints: Endpoints;
let gathering: Gathering;
let dispatcher: Dispatcher;
let finished: FinishedDelivery[];
let rooms: number;
/** The attempts in flight, by the number of the delivery: each is answered by its call. */
let answers: Map<number, () => void>;

beforeEach(() => {
  vi.useFakeTimers();
  endpoints = createEndpoints();
  gathering = createGathering();
  finished = [];
  rooms = 0;
  answers = new Map();
  const answered = (delivery: ClaimedDelivery): FinishedDelivery => ({
    ...givenBack(delivery),
    attempt: { startedAt: 0, durationMs: 1, status: 204, error: undefined },
  });
  dispatcher = createDispatcher({
    endpoints,
    gathering,
    attempt: (delivery) => new Promise((resolve) => answers.set(delivery.id, () => resolve(answered(delivery)))),
    onFinished: (one) => void finished.push(one),
    onRoom: () => {
      rooms += 1;
    },
  });
});
afterEach(() => void vi.useRealTimers());

async function answer(id: number): Promise<void> {
  answers.get(id)?.();
  await vi.advanceTimersByTimeAsync(0);
}

test('an answer makes room, and what is ready is sent without another call', async () => {
  endpoints.add(claimedDelivery(1, 1));
  endpoints.add(claimedDelivery(2, 1));
  dispatcher.send();
  expect([...answers.keys()]).toEqual([1]);
  await answer(1);
  expect([...answers.keys()]).toEqual([1, 2]);
  expect([finished.map(({ delivery }) => delivery.id), rooms]).toEqual([[1], 1]);
});

test('DLV-08: an attempt that is not answered in time makes its endpoint slow, and says that there is room', async () => {
  endpoints.add(claimedDelivery(1, 1));
  dispatcher.send();
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS - 1);
  expect(endpoints.slow(webhookId(1))).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect([endpoints.slow(webhookId(1)), rooms]).toEqual([true, 1]);
});

test('an attempt is awaited for a short while, and one to a slow endpoint not at all', async () => {
  const isOver = async (waiting: Promise<void>): Promise<boolean> => {
    let over = false;
    waiting.then(() => {
      over = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    return over;
  };
  endpoints.add(claimedDelivery(1, 1));
  dispatcher.send();
  const waiting = gathering.wait(SLOW_AFTER_MS);
  expect(await isOver(waiting)).toBe(false);
  await vi.advanceTimersByTimeAsync(AWAITED_MS);
  expect(await isOver(waiting)).toBe(true);
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS);
  await answer(1);
  endpoints.add(claimedDelivery(2, 1));
  dispatcher.send();
  expect(await isOver(gathering.wait(SLOW_AFTER_MS))).toBe(true);
});
