import type { AttemptResult } from '@business-cloud/server/webhooks';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { type AttemptInput, attemptDelivery, FAULT_DELAY_MS } from '../../src/delivery/delivery-attempt.ts';
import { createClock } from '../../src/model/clock.ts';
import { createMetrics } from '../../src/monitoring/metrics.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { claimedDelivery } from '../harness/claimed-delivery.ts';

const DELAY_MS = 1_000_000;
const NEVER = new AbortController().signal;

async function inputOf(send: AttemptInput['sender']['send']): Promise<AttemptInput> {
  const { connection } = await openDatabase(':memory:');
  return {
    queue: { message: async ({ id }) => ({ id, url: 'https://example.com/', secretSealed: 'sealed', body: '{}' }) },
    sender: { send },
    secretOf: (sealed) => `opened ${sealed}`,
    clock: createClock(),
    retryDelaysMs: [DELAY_MS],
    log: pino({ level: 'silent' }),
    metrics: createMetrics(connection),
  };
}

const answering = (result: AttemptResult) => inputOf(async () => result);

test('DLV-01: what is confirmed is delivered', async () => {
  const input = await answering({ confirmed: true, status: 204, error: undefined });
  const { attempt, next } = await attemptDelivery(input, claimedDelivery(1, 1), NEVER);
  expect([next, attempt?.status]).toEqual([{ state: 'delivered' }, 204]);
});

test('DLV-04: what fails is due again after a delay, and has failed after the last', async () => {
  const input = await answering({ confirmed: false, status: 500, error: 'no' });
  const before = input.clock.now();
  const { next } = await attemptDelivery(input, claimedDelivery(1, 1, 0), NEVER);
  expect(next).toMatchObject({ state: 'pending' });
  expect(next.state === 'pending' ? next.dueAt : 0).toBeGreaterThanOrEqual(before + 0.8 * DELAY_MS);
  expect((await attemptDelivery(input, claimedDelivery(1, 1, 1), NEVER)).next).toEqual({ state: 'failed' });
});

test('D-09: a fault of our own spends no attempt', async () => {
  const input = await inputOf(async () => {
    throw new Error('the seal is broken');
  });
  const before = input.clock.now();
  const { attempt, next } = await attemptDelivery(input, claimedDelivery(1, 1), NEVER);
  expect(attempt).toBeUndefined();
  expect(next.state === 'pending' ? next.dueAt : 0).toBeGreaterThanOrEqual(before + FAULT_DELAY_MS);
});

test('D-09: what is given up when the worker ends is due as it was, and spends no attempt', async () => {
  const input = await inputOf(async (_message, signal) => Promise.reject(signal.reason));
  const { attempt, next } = await attemptDelivery(input, claimedDelivery(1, 1), AbortSignal.abort());
  expect([attempt, next]).toEqual([undefined, { state: 'pending', dueAt: 7 }]);
});

test('the secret is opened for the attempt', async () => {
  const secrets: string[] = [];
  const input = await inputOf(async ({ secret }) => {
    secrets.push(secret);
    return { confirmed: true, status: 200, error: undefined };
  });
  await attemptDelivery(input, claimedDelivery(1, 1), NEVER);
  expect(secrets).toEqual(['opened sealed']);
});

test('HOOK-14: nothing is sent of what is held no more', async () => {
  const input = await inputOf(() => Promise.reject(new Error('It was sent.')));
  const { attempt, next } = await attemptDelivery({ ...input, queue: { message: async () => undefined } }, claimedDelivery(1, 1), NEVER);
  expect([attempt, next]).toEqual([undefined, { state: 'failed' }]);
});
