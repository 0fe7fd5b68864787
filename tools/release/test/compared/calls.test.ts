import { change, createClient } from '@business-cloud/client';
import { afterAll, afterEach, expect, test } from 'vitest';
import { startDemo } from './demo-service.ts';

const { options, company, articolo, sent, answerNext, close } = await startDemo();
afterEach(() => answerNext());
afterAll(close);

test('headers for one call', async () => {
  await company.articolo.get(articolo.id, { headers: { 'X-Shop': 'bologna' } });
  expect(sent.at(-1)?.headers).toMatchObject({ 'x-shop': 'bologna' });
});

test('repetitions for one call', async () => {
  answerNext({ status: 503 });
  const call = company.articolo.get(articolo.id, { maxRetries: 0 });
  await expect(call).rejects.toMatchObject({ code: 'service-failure', attempts: 1 });
});

test('time limit for one call', async () => {
  answerNext('hang');
  const call = company.articolo.get(articolo.id, { timeoutMs: 50 });
  await expect(call).rejects.toMatchObject({ code: 'timeout' });
});

test('abort signal', async () => {
  answerNext('hang');
  const abort = new AbortController();
  const call = company.articolo.get(articolo.id, { signal: abort.signal });
  abort.abort();
  await expect(call).rejects.toMatchObject({ code: 'aborted' });
});

test('idempotency key for one call', async () => {
  const once = { idempotencyKey: 'order-4711' };
  const first = await company.anagrafica.create({ nome: 'Rossi' }, once);
  const again = await company.anagrafica.create({ nome: 'Rossi' }, once);
  expect([again.replayed, again.data.id]).toEqual([true, first.data.id]);
});

test('one key for all repetitions', async () => {
  answerNext({ status: 503 });
  const { attempts, idempotencyKey } = await company.anagrafica.create({ nome: 'Verdi' });
  const keys = sent.slice(-attempts).map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([idempotencyKey, idempotencyKey]);
});

test('waits by Retry-After', async () => {
  answerNext({ status: 503, headers: { 'Retry-After': '1' } });
  const waits: number[] = [];
  const client = createClient({ ...options, onEvent: (event) => event.type === 'wait' && waits.push(event.waitMs) });
  await client.company(1).articolo.get(articolo.id);
  expect(waits).toEqual([expect.toSatisfy((ms) => ms >= 1000)]);
});

test('other defaults for some calls', async () => {
  const nightly = company.with({ timeoutMs: 120_000, headers: { 'X-Job': 'nightly' } });
  await nightly.articolo.get(articolo.id);
  expect(sent.at(-1)?.headers).toMatchObject({ 'x-job': 'nightly' });
});

test('raw answer', async () => {
  const { data, status, response } = await company.articolo.get(articolo.id).withResponse();
  expect([data.id, status, response.headers.get('Content-Type')]).toEqual([
    articolo.id,
    200,
    expect.stringContaining('json'),
  ]);
});

test('request id of an answer', async () => {
  const { requestId, response } = await company.articolo.get(articolo.id).withResponse();
  expect(requestId).toBe(response.headers.get('X-Request-Id'));
});

test('paths beyond the contract', async () => {
  const { error } = await company.paths.request('GET', '/api/{version}/{companyId}/listino/{listinoId}', {
    params: { path: { listinoId: 4 } },
  });
  expect([sent.at(-1)?.path, error?.code]).toEqual(['/api/v3/1/listino/4', 'route-not-found']);
});

test('members beyond the contract', async () => {
  const contatto = { nome: 'Rossi', soprannome: 'il Rosso' };
  await company.anagrafica.create(contatto);
  expect(JSON.parse(sent.at(-1)?.body ?? '')).toEqual(contatto);
});

test('lists as async iterables', async () => {
  const descriptions: string[] = [];
  for await (const { descrizione } of company.articolo.list({ limit: 2 })) descriptions.push(descrizione);
  expect(descriptions).toContain('Martello da 500 g');
});

test('a whole list, up to a limit', async () => {
  expect(await company.articolo.list({ limit: 1 }).toArray({ max: 2 })).toHaveLength(2);
});

test('types for identifiers', async () => {
  const { data: contatto } = await company.anagrafica.create({ nome: 'Bianchi' });
  // @ts-expect-error It is the identifier of a contact, and no stock item has it.
  const id: typeof articolo.id = contatto.id;
  expect(id).toBe(contatto.id);
});

test('changes beside those of others', async () => {
  const set = (prezzo: string) => change(company.articolo, articolo.id, (current) => ({ ...current, prezzo }));
  const both = await Promise.all([set('15.10'), set('15.20')]);
  expect(both.map((changed) => changed?.status)).toEqual([200, 200]);
});
