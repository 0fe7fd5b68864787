import { expect, test } from 'vitest';
import type { CheckContext } from '../../../src/model/check-context.ts';
import type { Company } from '../../../src/model/target.ts';
import type { Attempt, Webhook } from '../../../src/model/webhook.ts';
import { confirm, ReceiverEndpoint } from '../../../src/receiver/endpoint.ts';
import { deliveredEvent } from '../../../src/scenarios/idempotency/delivered-event.ts';
import type { Thing } from '../../../src/scenarios/operations/thing.ts';

const GUID = '01A217E0-9C8A-747D-BEB0-002420130778';

function deliveryOf(guid: string): Attempt {
  const body = Buffer.from(JSON.stringify({ EventGuid: guid, Type: 'Anagrafica.Create', CompanyId: 1, Object: {} }));
  return { method: 'POST', path: '/', rawHeaders: [], body, remoteAddress: '127.0.0.1', arrivedAt: Date.now() };
}

const company = { id: '1' } as unknown as Company;

/** Waits for the event at a webhook. @param order the order in which both were created */
function waited(webhook: Pick<Webhook, 'endpoint' | 'events'>, deliveryWithinMs = 10_000, order: string[] = []): Promise<unknown> {
  const made = <T>(what: string, value: T) => Promise.resolve(value).finally(() => order.push(what));
  const make = (): Promise<Thing> => made('event', { company, id: GUID.toLowerCase() } as unknown as Thing);
  const context = {
    target: { companies: [company], timing: { deliveryWithinMs }, surface: { eventObjects: { anagrafica: 'Anagrafica' } } },
    run: { webhooks: { observer: () => made('webhook', webhook) } },
    rest: (wait: () => Promise<boolean>) => wait(),
  } as unknown as CheckContext;
  return deliveredEvent(context, company, make);
}

/** Whether the wait ends before anything can arrive. */
async function endsAtOnce(waiting: Promise<unknown>): Promise<boolean> {
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

test('the suite waits only once for what never comes to a webhook', async () => {
  const webhook = { endpoint: new ReceiverEndpoint('hook', confirm), events: ['Anagrafica.Create'] };
  await waited(webhook, 1);
  expect(await endsAtOnce(waited(webhook))).toBe(true);
});

test('the webhook exists before the event', async () => {
  const order: string[] = [];
  await waited({ endpoint: new ReceiverEndpoint('hook', confirm), events: [] }, 1, order);
  expect(order).toEqual(['webhook', 'event']);
});
