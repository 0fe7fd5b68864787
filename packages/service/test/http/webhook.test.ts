import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebhook, type Running, startRunning } from '../harness/running.ts';

let running: Running;

beforeAll(async () => {
  running = await startRunning();
});
afterAll(() => running.close());

const PATH = '/api/v3/config/webhook';
const valid = { AziendaId: 1, Url: 'https://example.com/hook', Events: ['Anagrafica.Create'] };

test('HOOK-01 to HOOK-04: a creation answers the whole webhook, with a secret that no other has', async () => {
  const { body, status, headers } = await running.call('POST', PATH, { body: { ...valid, Description: 'Mine' } });
  expect([status, headers.get('Location')]).toEqual([201, `${PATH}/${body.id}`]);
  expect(Object.keys(body).sort()).toEqual(['aziendaId', 'concurrencyToken', 'description', 'enabled', 'events', 'id', 'secret', 'url']);
  expect(body).toMatchObject({ aziendaId: 1, enabled: true, description: 'Mine', events: ['Anagrafica.Create'] });
  const other = await running.call('POST', PATH, { body: valid });
  expect(other.body.secret).not.toBe(body.secret);
});

test('HOOK-03, HOOK-05: Enabled and Secret of a client are not heeded', async () => {
  const { body } = await running.call('POST', PATH, { body: { ...valid, Enabled: false, Secret: 'mine' } });
  expect(body.enabled).toBe(true);
  expect(body.secret).toMatch(/^whsec_/);
});

test('HOOK-06, HOOK-15: list and GET agree, and hold no secret', async () => {
  const { id } = await createWebhook(running, { Events: ['articolo.Update'] });
  const single = await running.call('GET', `${PATH}/${id}`);
  const list = await running.call('GET', PATH);
  expect(single.body.secret).toBeNull();
  expect(Array.from(list.body).find((entry) => entry.id === id)).toEqual(single.body);
  expect(list.text).not.toContain('whsec_');
});

test.each([
  ['HOOK-08: http', { Url: 'http://example.com/' }],
  ['HOOK-08: no URL', { Url: 'https://' }],
  ['HOOK-08: not a URL', { Url: 'https://exa mple/' }],
  ['HOOK-08: an impossible port', { Url: 'https://example.com:99999/' }],
  ['HOOK-16: no known EventType', { Events: ['Anagrafica.Explode'] }],
  ['HOOK-16: no events', { Events: [] }],
  ['HOOK-16: an AziendaId of nobody', { AziendaId: 12_345 }],
  ["HOOK-16: somebody else's AziendaId", { AziendaId: 9 }],
  ['HOOK-09: an AziendaId that is a string', { AziendaId: '1' }],
])('%s is refused on POST and on PUT, and nothing changes', async (_title, change) => {
  const { id, concurrencyToken } = await createWebhook(running, { Events: ['articolo.Update'] });
  const before = await running.call('GET', `${PATH}?limit=500`);
  expect((await running.call('POST', PATH, { body: { ...valid, ...change } })).status).toBe(400);
  expect((await running.call('PUT', `${PATH}/${id}`, { body: { ...valid, ...change, ConcurrencyToken: concurrencyToken } })).status).toBe(
    400,
  );
  expect((await running.call('GET', `${PATH}?limit=500`)).text).toBe(before.text);
});

test('CONC-01, CONC-02, CONC-04: a PUT needs the current token, and changes it', async () => {
  const { id, concurrencyToken } = await createWebhook(running, { Events: ['articolo.Update'] });
  const body = { ...valid, Description: 'changed', ConcurrencyToken: concurrencyToken };
  const put = await running.call('PUT', `${PATH}/${id}`, { body });
  expect([put.status, put.body.description, put.body.secret]).toEqual([200, 'changed', null]);
  expect(put.body.concurrencyToken).not.toBe(concurrencyToken);
  const retry = await running.call('PUT', `${PATH}/${id}`, { body: { ...body, Description: 'again' } });
  expect([retry.status, retry.body.code]).toEqual([422, 'concurrency-conflict']);
  expect((await running.call('GET', `${PATH}/${id}`)).body).toEqual(put.body);
});

test('CONC-03: of PUTs at once with one token exactly one succeeds', async () => {
  const { id, concurrencyToken } = await createWebhook(running, { Events: ['articolo.Update'] });
  const puts = Array.from({ length: 12 }, (_, index) =>
    running.call('PUT', `${PATH}/${id}`, { body: { ...valid, Description: `n${index}`, ConcurrencyToken: concurrencyToken } }),
  );
  const statuses = (await Promise.all(puts)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, ...Array.from({ length: 11 }, () => 422)]);
});

test('CONC-06: a PUT without a token is refused', async () => {
  const { id } = await createWebhook(running, { Events: ['articolo.Update'] });
  expect((await running.call('PUT', `${PATH}/${id}`, { body: valid })).body.code).toBe('schema-violation');
});

test('HOOK-14: a deleted webhook is gone', async () => {
  const { id } = await createWebhook(running, { Events: ['articolo.Update'] });
  expect((await running.call('DELETE', `${PATH}/${id}`)).status).toBe(204);
  expect((await running.call('GET', `${PATH}/${id}`)).status).toBe(404);
  expect((await running.call('DELETE', `${PATH}/${id}`)).status).toBe(404);
});
