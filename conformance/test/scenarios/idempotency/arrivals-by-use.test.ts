import { expect, test } from 'vitest';
import type { Attempt } from '../../../src/model/attempt.ts';
import type { CheckContext } from '../../../src/model/check-context.ts';
import type { Webhook } from '../../../src/model/webhook.ts';
import { confirm, ReceiverEndpoint } from '../../../src/receiver/endpoint.ts';
import { untilDelivered } from '../../../src/scenarios/idempotency/arrivals-by-use.ts';
import type { StoredObject } from '../../../src/scenarios/operations/stored-object.ts';

const GUID = '01A217E0-9C8A-747D-BEB0-002420130778';

function deliveryOf(guid: string): Attempt {
  const body = Buffer.from(JSON.stringify({ EventGuid: guid, Type: 'Anagrafica.Create', CompanyId: 1, Object: {} }));
  return { method: 'POST', path: '/', rawHeaders: [], body, remoteAddress: '127.0.0.1', arrivedAt: Date.now() };
}

/** Waits for the event at a webhook. */
function waited(webhook: Pick<Webhook, 'endpoint' | 'events'>, deliveryWithinMs = 10_000): Promise<void> {
  const context = {
    target: { timing: { deliveryWithinMs }, surface: { eventObjects: { anagrafica: 'Anagrafica' } } },
    run: { webhooks: { observer: async () => webhook } },
    rest: (wait: () => Promise<boolean>) => wait(),
  } as unknown as CheckContext;
  return untilDelivered(context, { company: { id: '1' }, id: GUID.toLowerCase() } as unknown as StoredObject);
}

/** Whether it ends before anything can come. */
async function endsAtOnce(waiting: Promise<void>): Promise<boolean> {
  return await Promise.race([waiting.then(() => true), new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))]);
}

test('an event is waited for until its webhook has got it, and not another', async () => {
  const endpoint = new ReceiverEndpoint('hook', confirm);
  const waiting = waited({ endpoint, events: ['Anagrafica.Create'] });
  endpoint.take(deliveryOf(crypto.randomUUID()));
  expect(await endsAtOnce(waiting)).toBe(false);
  endpoint.take(deliveryOf(GUID));
  expect(await endsAtOnce(waiting)).toBe(true);
});

test('an event that no webhook asks for is not waited for', async () => {
  const webhook = { endpoint: new ReceiverEndpoint('hook', confirm), events: ['Documento.Create'] };
  expect(await endsAtOnce(waited(webhook))).toBe(true);
});

test('what never comes to a webhook is waited for once', async () => {
  const webhook = { endpoint: new ReceiverEndpoint('hook', confirm), events: ['Anagrafica.Create'] };
  await waited(webhook, 1);
  expect(await endsAtOnce(waited(webhook))).toBe(true);
});
