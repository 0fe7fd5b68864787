import { expect, test } from 'vitest';
import { startConnectProxy } from '../harness/connect-proxy.ts';
import { createWebhook, startRunning } from '../harness/running.ts';

test('D-10: with an egress proxy deliveries go through it, to the address that was checked', async () => {
  const proxy = await startConnectProxy();
  const running = await startRunning({ deliveryProxy: proxy.url });
  await createWebhook(running, { Events: ['Anagrafica.Create'] });
  await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Proxied' } });
  await running.receiver.waitFor(1);
  await running.settled();
  expect(proxy.targets).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+$/)]);
  await running.close();
  await proxy.close();
});

test('D-10: names that stand for a local address are refused before the proxy is asked', async () => {
  const proxy = await startConnectProxy();
  const running = await startRunning({ deliveryProxy: proxy.url, deliveryAllow: [] });
  await createWebhook(running, { Events: ['Anagrafica.Create'] });
  await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Refused' } });
  await running.settled();
  expect([proxy.targets, running.receiver.received]).toEqual([[], []]);
  await running.close();
  await proxy.close();
});
