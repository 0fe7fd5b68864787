import { describe, expect, test } from 'vitest';
import type { CheckContext } from '../../src/model/check-context.ts';
import type { Attempt } from '../../src/model/webhook.ts';
import { confirm, ReceiverEndpoint } from '../../src/receiver/endpoint.ts';
import { untilAllArrived, whileArriving } from '../../src/wait/arrives.ts';

const DELIVERY_WITHIN_MS = 400;

function delivery(): Attempt {
  return { method: 'POST', path: '/', rawHeaders: [], body: Buffer.from('{}'), remoteAddress: '127.0.0.1', arrivedAt: Date.now() };
}

const context = {
  target: { timing: { deliveryWithinMs: DELIVERY_WITHIN_MS } },
  rest: (wait: () => Promise<boolean>) => wait(),
} as unknown as CheckContext;

function waited(endpoints: readonly ReceiverEndpoint[], condition: () => boolean): Promise<boolean> {
  return whileArriving(
    context,
    endpoints.map((endpoint) => ({ endpoint })),
    condition,
  );
}

/** Delivers one after the other. Each comes in time, but all of them together take longer than one may. */
function deliverInTurn(endpoint: ReceiverEndpoint, count: number): void {
  let left = count;
  const timer = setInterval(() => {
    endpoint.take(delivery());
    left -= 1;
    if (left === 0) clearInterval(timer);
  }, DELIVERY_WITHIN_MS / 2);
}

describe('waiting while deliveries arrive', () => {
  test('ends when the condition holds, however many came one after the other', async () => {
    const endpoint = new ReceiverEndpoint('hook', confirm);
    deliverInTurn(endpoint, 3);
    await waited([endpoint], () => endpoint.attempts.length === 3);
    expect(endpoint.attempts).toHaveLength(3);
  });

  test('counts deliveries to another of the webhooks', async () => {
    const [endpoint, other] = [new ReceiverEndpoint('hook', confirm), new ReceiverEndpoint('other', confirm)];
    deliverInTurn(other, 3);
    await waited([endpoint, other], () => false);
    expect(other.attempts).toHaveLength(3);
  });

  test('ends when nothing arrives any more', async () => {
    const endpoint = new ReceiverEndpoint('hook', confirm);
    await waited([endpoint], () => false);
    expect(endpoint.attempts).toEqual([]);
  });

  test('distinguishes what is missing from what may still come', async () => {
    const [silent, busy] = [new ReceiverEndpoint('silent', confirm), new ReceiverEndpoint('busy', confirm)];
    deliverInTurn(busy, 20);
    await expect(untilAllArrived(context, [{ endpoint: silent }], () => false)).resolves.toBeUndefined();
    await expect(untilAllArrived(context, [{ endpoint: busy }], () => false)).rejects.toThrow(/raise it \(now 400\)/);
  });
});
