import { verify } from '@business-cloud/events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Running, startRunning } from './harness/running.ts';

let running: Running;

beforeEach(async () => {
  running = await startRunning();
});
afterEach(() => running.close());

async function createWebhook(events: string[], aziendaId: number | null = null, path = '/hook') {
  const { body } = await running.call('POST', '/api/v3/config/webhook', {
    body: { AziendaId: aziendaId, Url: running.receiver.url + path, Events: events },
  });
  return body as unknown as { id: number; secret: string; concurrencyToken: number };
}

test('EVT-01, SIG-02: a creation is delivered over HTTPS, signed with the secret of the webhook', async () => {
  const { secret } = await createWebhook(['Anagrafica.Create']);
  const created = await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Ada' } });
  const [delivery] = await running.receiver.waitFor(1);
  expect(delivery).toBeDefined();
  const evento = JSON.parse(String(delivery?.body));
  expect(evento).toMatchObject({ Type: 'Anagrafica.Create', CompanyId: 1, ApplicationId: 'tests', Object: created.body });
  const header = String(delivery?.headers['service-signature']);
  expect(() => verify({ header, body: delivery?.body ?? Buffer.alloc(0), secret })).not.toThrow();
});
