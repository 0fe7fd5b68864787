import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebhook, type Running, startRunning } from '../harness/running.ts';

let running: Running;

beforeAll(async () => {
  running = await startRunning();
});
afterAll(() => running.close());

const PATH = '/api/v3/config/evento';

interface Entry {
  readonly evento: { readonly EventGuid: string; readonly Type: string };
  readonly deliveries: readonly { readonly state: string; readonly attemptCount: number; readonly nextAttemptAt: string | null }[];
}

const list = async (query = ''): Promise<Entry[]> => Array.from((await running.call('GET', PATH + query)).body) as unknown as Entry[];

test('D-06: the log tells every event, newest first, with its deliveries and their attempts', async () => {
  const { id } = await createWebhook(running, { Events: ['Anagrafica.Create'] });
  running.receiver.behave((_request, count) => (count === 1 ? 500 : 200));
  await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Ada' } });
  await running.receiver.waitFor(1);
  await running.settled();
  const [pending] = await list();
  expect(pending?.deliveries).toEqual([{ webhookId: id, state: 'pending', attemptCount: 1, nextAttemptAt: expect.any(String) }]);
  running.service.clock.advance(6_000);
  await running.receiver.waitFor(2);
  await running.settled();
  const { body } = await running.call('GET', `${PATH}/${pending?.evento.EventGuid}`);
  expect(body.deliveries).toEqual([
    {
      webhookId: id,
      state: 'delivered',
      attemptCount: 2,
      nextAttemptAt: null,
      attempts: [
        expect.objectContaining({ number: 1, status: 500, error: expect.any(String) }),
        expect.objectContaining({ number: 2, status: 200, error: null }),
      ],
    },
  ]);
});

test('an event is delivered again on demand, with its EventGuid, and once for one key', async () => {
  const [entry] = await list();
  const before = running.receiver.received.length;
  const guid = entry?.evento.EventGuid;
  const again = await running.call('POST', `${PATH}/${guid}/redeliver`, { key: 'again' });
  expect([again.status, (again.body.deliveries as Entry['deliveries'])[0]?.state]).toEqual([202, 'pending']);
  await running.call('POST', `${PATH}/${guid}/redeliver`, { key: 'again' });
  await running.receiver.waitFor(before + 1);
  await running.settled();
  expect(running.receiver.received).toHaveLength(before + 1);
  expect(JSON.parse(String(running.receiver.received.at(-1)?.body)).EventGuid).toBe(guid);
});

test('the log is read page by page along its Link header', async () => {
  for (let index = 0; index < 5; index += 1)
    await running.call('POST', '/api/v3/2/articolo', { company: 2, body: { descrizione: `Item ${index}` } });
  const whole = (await list()).map(({ evento }) => evento.EventGuid);
  const paged: string[] = [];
  let next: string | undefined = `${PATH}?limit=2`;
  while (next !== undefined) {
    const { body, headers } = await running.call('GET', next);
    paged.push(...(Array.from(body) as unknown as Entry[]).map(({ evento }) => evento.EventGuid));
    next = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  }
  expect(paged).toEqual(whole);
  expect(whole.length).toBeGreaterThanOrEqual(6);
});

test('an event that is not there answers 404', async () => {
  const path = `${PATH}/00000000-0000-4000-8000-000000000000`;
  expect((await running.call('GET', path)).status).toBe(404);
  expect((await running.call('POST', `${path}/redeliver`)).status).toBe(404);
});
