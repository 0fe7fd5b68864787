import { expect, test } from 'vitest';
import { createClient, type Licenses } from '../src/index.ts';
import { createOpenapiFetchClient } from '../src/openapi-fetch.ts';
import { createPathClient } from '../src/paths.ts';
import { referenceService } from './reference-service.ts';
import { ok, problem, scriptedService, withLogins } from './scripted-service.ts';

const REFUSED = expect.objectContaining({ code: 'invalid-argument', attempts: 0 });
const licenseOf = ({ headers }: { readonly headers: Record<string, unknown> }): unknown => headers['x-service-licensekey'];

test('the list of companies is the first call, and leads to each company', async () => {
  await using reference = await referenceService();
  const licenses: Licenses = Object.fromEntries(reference.access.companies.map(({ id, licenseKey }) => [id, licenseKey]));
  const client = createClient({ ...reference.options, licenses });
  const companies = await client.azienda.list().toArray();
  expect(companies.length).toBeGreaterThan(1);
  for (const { id } of companies) expect((await client.company(id).articolo.list().page()).status).toBe(200);
});

test('a wrong license key spoils nothing: the configuration and the other companies go on, and the good one is kept', async () => {
  await using service = await scriptedService(
    withLogins((request) => (licenseOf(request) === 'wrong' ? problem(403, 'license-key-invalid') : ok(request))),
  );
  const client = createClient({ ...service.options, licenses: { 1: 'wrong', 2: 'right' } });
  await expect(client.company(1).articolo.get(1)).rejects.toMatchObject({ code: 'forbidden', header: 'LicenseKey' });
  expect((await client.company(2).articolo.get(1)).status).toBe(200);
  expect(await client.azienda.list().toArray()).toEqual([]);
  expect(await client.webhook.list().toArray()).toEqual([]);
  expect(service.calls().map(licenseOf)).toEqual(['wrong', 'right', 'wrong', 'right', 'right']);
});

test('where every license key is wrong, and where the API key is, the refusal is told', async () => {
  await using service = await scriptedService(
    withLogins(({ path }) => problem(403, path.includes('webhook') ? 'api-key-invalid' : 'license-key-invalid')),
  );
  const client = createClient({ ...service.options, licenses: { 1: 'a', 2: 'b' } });
  await expect(client.azienda.list().page()).rejects.toMatchObject({ header: 'LicenseKey' });
  await expect(client.webhook.list().page()).rejects.toMatchObject({ header: 'ApiKey' });
  expect(service.calls()).toHaveLength(3);
});

test('a function is asked for the company, by every kind of client', async () => {
  await using service = await scriptedService(withLogins(ok));
  const options = { ...service.options, licenses: async (companyId: number | undefined) => `key-of-${companyId}` };
  await createClient(options).company(2).articolo.get(1);
  await createClient(options).azienda.list().page();
  await createClient(options).company(2).paths.GET('/api/{version}/{companyId}/articolo');
  await createPathClient(options).company(3).GET('/api/{version}/{companyId}/articolo');
  await createOpenapiFetchClient(options).company(4).GET('/api/{version}/{companyId}/articolo');
  expect(service.calls().map(licenseOf)).toEqual(['key-of-2', 'key-of-undefined', 'key-of-2', 'key-of-3', 'key-of-4']);
});

test.for<[string, () => unknown]>([
  ['nothing', () => undefined],
  ['what no header can hold', () => 'two\nlines'],
  ['a fault', () => Promise.reject(new RangeError('gone'))],
  [
    'a fault at once',
    () => {
      throw new RangeError('gone');
    },
  ],
  ['never', () => new Promise(() => {})],
])('a function that answers %s ends its call, and nothing is sent', async ([, licenses]) => {
  await using service = await scriptedService(withLogins(ok));
  const client = createClient({ ...service.options, timeoutMs: 50, licenses: licenses as Licenses });
  await expect(client.company(1).articolo.get(1)).rejects.toEqual(REFUSED);
  expect((await client.company(1, 'mine').articolo.get(1)).status).toBe(200);
  expect(service.calls()).toHaveLength(1);
});

test.for([[{ 1: 'two\nlines' }], [{ name: 'l' }], ['l'], [[]]])('license keys that cannot be sent (%j) are refused', async ([licenses]) => {
  await using service = await scriptedService(withLogins(ok));
  expect(() => createClient({ ...service.options, licenses: licenses as Licenses })).toThrow(REFUSED);
});

test('a company without a license key is refused where it is named, and the configuration at its call', async () => {
  await using service = await scriptedService(withLogins(ok));
  const client = createClient({ ...service.options, licenses: {} });
  expect(() => client.company(3)).toThrow(REFUSED);
  await expect(client.azienda.list().page()).rejects.toEqual(REFUSED);
  expect(service.seen).toEqual([]);
});
