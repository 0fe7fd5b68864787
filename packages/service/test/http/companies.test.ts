import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, startRunning } from '../harness/running.ts';

let running: Running;

beforeAll(async () => {
  running = await startRunning();
});
afterAll(() => running.close());

test('COMP-01, COMP-02: the companies listed work with their own license keys', async () => {
  const { body } = await running.call('GET', '/api/v3/config/Azienda');
  const ids = Array.from(body, ({ id }) => Number(id));
  expect(ids).toEqual([1, 2]);
  for (const id of ids) expect((await running.call('GET', `/api/v3/${id}/articolo`, { company: id })).status).toBe(200);
});

test('COMP-05: an articolo equals its entry in the list', async () => {
  const { body } = await running.call('GET', '/api/v3/1/articolo');
  for (const entry of Array.from(body)) expect((await running.call('GET', `/api/v3/1/articolo/${entry.id}`)).body).toEqual(entry);
});

test('COMP-03: what is in one company cannot be read, listed, changed or deleted through another', async () => {
  const { body } = await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Only here' } });
  const path = `/api/v3/2/Anagrafica/${body.id}`;
  const change = { company: 2, body: { nome: 'Taken over', concurrencyToken: 1 } };
  expect((await running.call('GET', path, { company: 2 })).status).toBe(404);
  expect((await running.call('PUT', path, change)).status).toBe(404);
  expect((await running.call('DELETE', path, { company: 2 })).status).toBe(404);
  expect((await running.call('GET', '/api/v3/2/Anagrafica', { company: 2 })).text).not.toContain('Only here');
  expect((await running.call('GET', `/api/v3/1/Anagrafica/${body.id}`)).body.nome).toBe('Only here');
});

test.each([
  ['HDR-05: the license key of another company of the user', 1, 2],
  ["COMP-07: a company that is not the user's, under its own license key", 9, 9],
  ['COMP-07: a company that does not exist', 12_345, 1],
])('%s answers 403', async (_title, path, license) => {
  const { status, body } = await running.call('GET', `/api/v3/${path}/articolo`, { company: license });
  expect([status, body.code]).toEqual([403, 'license-key-invalid']);
});

test('HDR-05: under the license key of another company nothing is written', async () => {
  const refused = await running.call('POST', '/api/v3/1/Anagrafica', { company: 2, body: { nome: 'Written by no one' } });
  expect(refused.status).toBe(403);
  expect((await running.call('GET', '/api/v3/1/Anagrafica')).text).not.toContain('Written by no one');
});

test('HDR-10: configuration endpoints take the license key of any company of the user, and no other', async () => {
  expect((await running.call('GET', '/api/v3/config/webhook', { company: 2 })).status).toBe(200);
  expect((await running.call('GET', '/api/v3/config/webhook', { company: 9 })).status).toBe(403);
});

test('D-06: a list is read page by page along its Link header', async () => {
  for (let index = 0; index < 7; index += 1)
    await running.call('POST', '/api/v3/2/articolo', { company: 2, body: { descrizione: `Item ${index}` } });
  const whole = Array.from((await running.call('GET', '/api/v3/2/articolo', { company: 2 })).body, ({ id }) => id);
  const paged: unknown[] = [];
  let next: string | undefined = '/api/v3/2/articolo?limit=3';
  while (next !== undefined) {
    const { body, headers } = await running.call('GET', next, { company: 2 });
    paged.push(...Array.from(body, ({ id }) => id));
    next = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  }
  expect(paged).toEqual(whole);
});

test('members that the contract does not name are not kept', async () => {
  const { body } = await running.call('POST', '/api/v3/1/Anagrafica', {
    body: { nome: 'Ada', id: 77, unknown: 1, sede: { ...sede, more: true } },
  });
  expect(body).toEqual({ nome: 'Ada', sede, id: body.id, concurrencyToken: 1 });
  expect(body.id).not.toBe(77);
});

const sede = { indirizzo: 'Via Roma', cap: '20121', comune: 'Milano', nazione: 'IT' };
