import { expect, test } from 'vitest';
import type { CheckContext } from '../../../src/model/check-context.ts';
import type { Attempt, Webhook } from '../../../src/model/webhook.ts';
import { confirm, ReceiverEndpoint } from '../../../src/receiver/endpoint.ts';
import { arrivalsAt } from '../../../src/scenarios/deliveries/arrivals.ts';
import { type AlikeWebhook, missedEvents } from '../../../src/scenarios/events/alike-webhooks.ts';

const TYPE = 'Anagrafica.Create';
const [PREPARED, TOLD] = [crypto.randomUUID(), crypto.randomUUID()];

function deliveryOf(guid: string): Attempt {
  const body = Buffer.from(JSON.stringify({ EventGuid: guid, Type: TYPE, CompanyId: 1, ApplicationId: 'x', Object: { id: guid } }));
  return { method: 'POST', path: '/', rawHeaders: [], body, remoteAddress: '127.0.0.1', arrivedAt: Date.now() };
}

function webhookAt(endpoint: ReceiverEndpoint): Webhook {
  return { endpoint } as unknown as Webhook;
}

/** The complaints about one event at a webhook. */
async function missedAt(endpoint: ReceiverEndpoint, deliveryWithinMs: number): Promise<readonly string[]> {
  const whole = new ReceiverEndpoint('whole', confirm);
  whole.take(deliveryOf(TOLD));
  const webhook = webhookAt(endpoint);
  const alike: AlikeWebhook = { what: 'is alike', webhook, types: [TYPE], arrivals: () => arrivalsAt(webhook) };
  const context = {
    target: { timing: { deliveryWithinMs } },
    rest: (wait: () => Promise<boolean>) => wait(),
  } as unknown as CheckContext;
  const [found] = await missedEvents(context, arrivalsAt(webhookAt(whole)), [alike]);
  return (found?.missed ?? []).map(({ evento }) => String(evento.eventGuid));
}

test('an event that comes after another is waited for', async () => {
  const endpoint = new ReceiverEndpoint('hook', confirm);
  endpoint.take(deliveryOf(PREPARED));
  const missed = missedAt(endpoint, 10_000);
  await new Promise(setImmediate);
  endpoint.take(deliveryOf(TOLD));
  expect(await missed).toEqual([]);
});

test('a missing event is reported, whatever else came', async () => {
  const endpoint = new ReceiverEndpoint('hook', confirm);
  endpoint.take(deliveryOf(PREPARED));
  expect(await missedAt(endpoint, 100)).toEqual([TOLD]);
});
