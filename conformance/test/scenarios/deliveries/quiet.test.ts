import { describe, expect, it } from 'vitest';
import type { RuleContext } from '../../../src/engine/rule-context.ts';
import type { Delivery } from '../../../src/model/delivery.ts';
import { confirm, ReceiverEndpoint } from '../../../src/receiver/endpoint.ts';
import { quiet } from '../../../src/scenarios/deliveries/quiet.ts';

const quietMs = 80;

function deliveryTo(path: string): Delivery {
  return { method: 'POST', path, rawHeaders: [], body: Buffer.from('{}'), remoteAddress: '127.0.0.1', arrivedAt: Date.now() };
}

function waited(endpoint: ReceiverEndpoint, wroteAt: number): Promise<void> {
  const context = { target: { timing: { quietMs } }, wroteAt, rest: (wait: () => Promise<void>) => wait() } as unknown as RuleContext;
  return quiet(context, [{ endpoint }], () => endpoint.deliveries.filter(({ path }) => path === '/relevant'));
}

describe('a quiet period', () => {
  it('begins anew with each delivery that matters', async () => {
    const endpoint = new ReceiverEndpoint('hook', confirm);
    let left = 4;
    const timer = setInterval(() => {
      endpoint.take(deliveryTo('/relevant'));
      left -= 1;
      if (left === 0) clearInterval(timer);
    }, quietMs / 2);
    await waited(endpoint, Date.now());
    expect(left).toBe(0);
  });

  it('is not prolonged by what others bring about', async () => {
    const endpoint = new ReceiverEndpoint('hook', confirm);
    const timer = setInterval(() => void endpoint.take(deliveryTo('/other')), 10);
    await waited(endpoint, Date.now());
    clearInterval(timer);
    expect(endpoint.deliveries.length).toBeGreaterThan(0);
  });

  it('lets in what reached this machine, however long ago the last write was', async () => {
    const endpoint = new ReceiverEndpoint('hook', confirm);
    setImmediate(() => void endpoint.take(deliveryTo('/relevant')));
    await waited(endpoint, Date.now() - 10 * quietMs);
    expect(endpoint.deliveries).toHaveLength(1);
  });
});
