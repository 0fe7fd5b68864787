import { expect, test } from 'vitest';
import { ReceiverEndpoint } from '../../src/receiver/endpoint.ts';
import { untilAny } from '../../src/wait/arrives.ts';

test('there is no wait without a webhook', async () => {
  expect(await untilAny([], () => false, 60_000)).toBe(false);
  expect(await untilAny([], () => true, 60_000)).toBe(true);
});

test('a condition is checked after a delivery to any of the webhooks', async () => {
  const endpoints = ['one', 'other'].map((name) => new ReceiverEndpoint(name, () => ({ status: 204 })));
  const [, other] = endpoints;
  const come = untilAny(
    endpoints.map((endpoint) => ({ endpoint })),
    () => other?.attempts.length === 1,
    60_000,
  );
  other?.take({ method: 'POST', path: '/', rawHeaders: [], body: Buffer.from('{}'), remoteAddress: '', arrivedAt: 0 });
  expect(await come).toBe(true);
});
