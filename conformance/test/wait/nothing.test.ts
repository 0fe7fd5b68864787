import { describe, expect, test } from 'vitest';
import type { RuleContext } from '../../src/engine/rule-context.ts';
import type { Attempt } from '../../src/model/webhook.ts';
import { confirm, ReceiverEndpoint } from '../../src/receiver/endpoint.ts';
import { nothing } from '../../src/wait/arrives.ts';

const QUIET_MS = 80;

function deliveryTo(path: string): Attempt {
  return { method: 'POST', path, rawHeaders: [], body: Buffer.from('{}'), remoteAddress: '127.0.0.1', arrivedAt: Date.now() };
}

function waited(endpoint: ReceiverEndpoint, wroteAt: number): Promise<void> {
  const context = {
    target: { timing: { quietMs: QUIET_MS } },
    wroteAt,
    rest: (wait: () => Promise<void>) => wait(),
  } as unknown as RuleContext;
  return nothing(context, [{ endpoint }], () => endpoint.attempts.filter(({ path }) => path === '/relevant'));
}

describe('a quiet period', () => {
  test('begins anew with each delivery that matters', async () => {
    const endpoint = new ReceiverEndpoint('hook', confirm);
    let left = 4;
    const timer = setInterval(() => {
      endpoint.take(deliveryTo('/relevant'));
      left -= 1;
      if (left === 0) clearInterval(timer);
    }, QUIET_MS / 2);
    await waited(endpoint, Date.now());
    expect(left).toBe(0);
  });

  test('is not prolonged by events of others', async () => {
    const endpoint = new ReceiverEndpoint('hook', confirm);
    const timer = setInterval(() => void endpoint.take(deliveryTo('/other')), 10);
    await waited(endpoint, Date.now());
    clearInterval(timer);
    expect(endpoint.attempts.length).toBeGreaterThan(0);
  });

  test('includes what has already reached this machine, however long ago the last write was', async () => {
    const endpoint = new ReceiverEndpoint('hook', confirm);
    setImmediate(() => void endpoint.take(deliveryTo('/relevant')));
    await waited(endpoint, Date.now() - 10 * QUIET_MS);
    expect(endpoint.attempts).toHaveLength(1);
  });
});
