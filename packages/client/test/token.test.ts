import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileTokenStorage } from '../src/file-token-storage.ts';
import { type ClientEvent, createClient, type TokenStorage } from '../src/index.ts';
import { ok, problem, scriptedService, withLogins } from './scripted-service.ts';

/** A service that refuses these tokens. */
function refusing(...refused: readonly string[]) {
  return withLogins((request) =>
    refused.some((token) => request.headers.authorization === `Bearer ${token}`) ? problem(401, 'token-invalid') : ok(request),
  );
}

async function tokenFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'token');
}

test('two clients that share a storage share one login', async () => {
  const path = await tokenFile();
  await using service = await scriptedService(refusing());
  for (let process = 0; process < 2; process += 1) {
    await createClient({ ...service.options, tokenStorage: fileTokenStorage(path) })
      .company(1, 'l')
      .articolo.get(1);
  }
  expect(service.logins()).toHaveLength(1);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a token that another process has renewed is taken over, without a login', async () => {
  const storage = fileTokenStorage(await tokenFile());
  const refused: string[] = [];
  await using service = await scriptedService((request, seen) => refusing(...refused)(request, seen));
  const { articolo } = createClient({ ...service.options, tokenStorage: storage }).company(1, 'l');
  await articolo.get(1);
  refused.push('token-1');
  await storage.save('renewed');
  expect((await articolo.get(1)).attempts).toBe(2);
  expect(service.logins()).toHaveLength(1);
  expect(service.calls().at(-1)?.headers.authorization).toBe('Bearer renewed');
});

test('stored tokens that have expired cost a login, not the call', async () => {
  const storage = fileTokenStorage(await tokenFile());
  const refused: string[] = ['stale'];
  await using service = await scriptedService((request, seen) => refusing(...refused)(request, seen));
  await storage.save('stale');
  const { articolo } = createClient({ ...service.options, tokenStorage: storage }).company(1, 'l');
  expect((await articolo.get(1)).attempts).toBe(2);
  expect(await storage.load()).toBe('token-1');
  refused.push('token-1');
  await storage.save('stale');
  expect((await articolo.get(1)).attempts).toBe(3);
  expect(service.logins()).toHaveLength(2);
});

test('a storage that fails costs a login, and is reported', async () => {
  await using service = await scriptedService(refusing());
  const events: ClientEvent[] = [];
  const broken: TokenStorage = { load: () => Promise.reject(new RangeError('no')), save: () => Promise.reject(new RangeError('no')) };
  const client = createClient({ ...service.options, tokenStorage: broken, onEvent: (event) => events.push(event) });
  expect((await client.company(1, 'l').articolo.get(1)).status).toBe(200);
  expect(events.filter(({ type }) => type === 'token-storage-failed')).toHaveLength(2);
});
