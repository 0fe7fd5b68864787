import { describe, expect, it } from 'vitest';
import type { Trial } from '../../../src/engine/trial.ts';
import type { Delivery } from '../../../src/receiver/delivery.ts';
import { confirm, Endpoint } from '../../../src/receiver/endpoint.ts';
import { quiet } from '../../../src/scenarios/deliveries/quiet.ts';
import type { Hook } from '../../../src/scenarios/webhooks/webhooks.ts';

const quietMs = 80;

function deliveryTo(path: string): Delivery {
  return { method: 'POST', path, rawHeaders: [], body: Buffer.from('{}'), remoteAddress: '127.0.0.1', arrivedAt: Date.now() };
}

function waited(endpoint: Endpoint, wroteAt: number): Promise<void> {
  const trial = { target: { timing: { quietMs } }, wroteAt, rest: (wait: () => Promise<void>) => wait() } as unknown as Trial;
  return quiet(trial, [{ endpoint } as Hook], () => endpoint.deliveries.filter(({ path }) => path === '/relevant'));
}

describe('a quiet period', () => {
  it('begins anew with each delivery that matters', async () => {
    const endpoint = new Endpoint('hook', confirm);
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
    const endpoint = new Endpoint('hook', confirm);
    const timer = setInterval(() => void endpoint.take(deliveryTo('/other')), 10);
    await waited(endpoint, Date.now());
    clearInterval(timer);
    expect(endpoint.deliveries.length).toBeGreaterThan(0);
  });

  it('lets in what reached this machine, however long ago the last write was', async () => {
    const endpoint = new Endpoint('hook', confirm);
    setImmediate(() => void endpoint.take(deliveryTo('/relevant')));
    await waited(endpoint, Date.now() - 10 * quietMs);
    expect(endpoint.deliveries).toHaveLength(1);
  });
});
