import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signatureHeaderName, verify } from '@business-cloud/events';
import { expect, onTestFinished, test } from 'vitest';
import { type Receiver, startReceiver } from '../../../service/test/harness/receiver.ts';
import { memoryPorts } from '../../src/index.ts';
import {
  createDeliveries,
  type Deliveries,
  type DeliveriesOptions,
  type DeliveryAttempt,
  type NewEvento,
  newEvento,
  type Outbox,
  type StoredWebhook,
} from '../../src/webhooks.ts';

interface Sending {
  readonly receiver: Receiver;
  readonly deliveries: Deliveries;
  /** Resolves when so many attempts are over. */
  attempts(count: number): Promise<readonly DeliveryAttempt[]>;
}

/** Deliveries to a receiver whose certificate they come to trust only once there is something to send. */
async function startSending(options: DeliveriesOptions = {}): Promise<Sending> {
  const receiver = await startReceiver();
  const folder = mkdtempSync(join(tmpdir(), 'deliveries-'));
  const made: DeliveryAttempt[] = [];
  let check = (): void => undefined;
  const onAttempt = (attempt: DeliveryAttempt): void => {
    made.push(attempt);
    check();
  };
  const caFile = join(folder, 'ca.pem');
  const deliveries = createDeliveries({ caFile, onAttempt, ...options });
  writeFileSync(caFile, receiver.authority);
  onTestFinished(async () => {
    await deliveries.close();
    await receiver.close();
    rmSync(folder, { recursive: true });
  });
  const attempts = (count: number): Promise<readonly DeliveryAttempt[]> =>
    new Promise((resolve) => {
      check = () => made.length >= count && resolve(made);
      check();
    });
  return { receiver, deliveries, attempts };
}

const all = ['articolo.Create', 'articolo.Update'];

function webhook(url: string, members: Partial<StoredWebhook> = {}): StoredWebhook {
  return { id: 1, aziendaId: null, url, events: all, enabled: true, secret: 'whsec', companyIds: [7, 8], ...members };
}

function eventoOf(companyId = 7): NewEvento {
  return newEvento('articolo.Create', { id: 3 }, { companyId, applicationId: 'app' });
}

test('EVT-01, SIG-01: an event is signed and posted, and taken out of the outbox', async () => {
  const { receiver, deliveries } = await startSending();
  const evento = eventoOf();
  const outbox = [evento];
  deliveries.deliver({ webhooks: [webhook(`${receiver.url}/hook?a=1`)], outbox });
  expect(outbox).toEqual([]);
  const [{ path, headers, body } = expect.fail()] = await receiver.waitFor(1);
  const header = headers[signatureHeaderName().toLowerCase()];
  expect(() => verify({ header: String(header), body, secret: 'whsec' })).not.toThrow();
  expect([path, headers['content-type'], JSON.parse(String(body))]).toEqual(['/hook?a=1', 'application/json', evento]);
});

test.each<[string, Partial<StoredWebhook>]>([
  ['EVT-06: another type', { events: ['articolo.Update'] }],
  ['EVT-07: another company', { aziendaId: 8 }],
  ['EVT-07: a company that its user may not use', { companyIds: [8] }],
  ['a webhook that is not enabled', { enabled: false }],
])('nothing is sent for %s', async (_what, members) => {
  const { receiver, deliveries } = await startSending();
  const webhooks = [webhook(`${receiver.url}/other`, members), webhook(receiver.url, { id: 2, aziendaId: 7 })];
  deliveries.deliver({ webhooks, outbox: [eventoOf()] });
  await receiver.waitFor(1);
  deliveries.deliver({ webhooks, outbox: [eventoOf()] });
  expect((await receiver.waitFor(2)).map(({ path }) => path)).toEqual(['/', '/']);
});

test('DLV-04, DLV-05: what is not confirmed is sent again as often as there are waits, with the same bytes', async () => {
  const { receiver, deliveries, attempts } = await startSending({ retryDelaysMs: [1, 1] });
  receiver.behave((_request, count) => (count === 1 ? 500 : 'reset'));
  deliveries.deliver({ webhooks: [webhook(receiver.url)], outbox: [eventoOf()] });
  expect((await attempts(3)).map(({ number, status, confirmed }) => [number, status, confirmed])).toEqual([
    [1, 500, false],
    [2, undefined, false],
    [3, undefined, false],
  ]);
  expect(new Set(receiver.received.map(({ body }) => String(body))).size).toBe(1);
});

test('DLV-12, HOOK-14: a retry goes to the address of then, and to a webhook that is gone there is none', async () => {
  const { receiver, deliveries, attempts } = await startSending({ retryDelaysMs: [50, 50, 50] });
  receiver.behave(() => 500);
  deliveries.deliver({ webhooks: [webhook(`${receiver.url}/first`), webhook(`${receiver.url}/gone`, { id: 2 })], outbox: [eventoOf()] });
  await attempts(2);
  receiver.behave(() => 204);
  deliveries.deliver({ webhooks: [webhook(`${receiver.url}/moved`)], outbox: [] });
  await attempts(3);
  deliveries.deliver({ webhooks: [webhook(`${receiver.url}/last`)], outbox: [eventoOf()] });
  await attempts(4);
  expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/first', '/gone', '/last', '/moved']);
});

test('HOOK-08: nothing goes to an address without TLS', async () => {
  const { deliveries, attempts } = await startSending({ retryDelaysMs: [] });
  deliveries.deliver({ webhooks: [webhook('http://127.0.0.1:9/')], outbox: [eventoOf()] });
  expect(await attempts(1)).toMatchObject([{ confirmed: false, status: undefined, error: expect.any(String) }]);
});

test('many deliveries that wait at once end when it closes', async () => {
  const { receiver, deliveries, attempts } = await startSending();
  const warnings: Error[] = [];
  const warn = (warning: Error): void => void warnings.push(warning);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  receiver.behave(() => 500);
  deliveries.deliver({ webhooks: [webhook(receiver.url)], outbox: Array.from({ length: 30 }, () => eventoOf()) });
  await attempts(30);
  await deliveries.close();
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});

test('the outbox of memoryPorts is delivered after the commit, and not before', async () => {
  const { receiver, deliveries } = await startSending();
  const state: Outbox = { webhooks: [webhook(receiver.url)], outbox: [] };
  const accounts = { apiKeys: ['key'], companies: [], users: [] };
  const { transactions } = memoryPorts({ state, ...accounts, afterCommit: deliveries.deliver });
  const access = { user: { id: 'ada' }, companyId: 7, applicationId: undefined };
  const creating = (effective: boolean, companyId: number) => async (transaction: Outbox) => {
    transaction.outbox.push(eventoOf(companyId));
    return { answer: { status: 201, headers: {}, body: '' }, effective, remembered: false };
  };
  await transactions.write(access, creating(false, 7));
  await transactions.write(access, creating(true, 8));
  const [{ body } = expect.fail()] = await receiver.waitFor(1);
  expect(JSON.parse(String(body)).CompanyId).toBe(8);
});

test.each<object>([{ caFiles: 'ca.pem' }, { caFile: 5 }, { retryDelaysMs: [-1] }, { onAttempt: 'x' }, { headerWord: '' }])(
  'it does not start with %j',
  (options) => {
    expect(() => createDeliveries(options)).toThrow(expect.objectContaining({ code: 'option-invalid' }));
  },
);
