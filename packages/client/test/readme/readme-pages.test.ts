import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { NestFactory } from '@nestjs/core';
import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { startConnectProxy } from '../../../service/test/harness/connect-proxy.ts';
import { type BusinessCloudClient, type CompanyClient, createClient } from '../../src/index.ts';
import { type ReferenceService, referenceService } from '../reference-service.ts';
import { inChromium, lacksChromium } from '../smoke/chromium.ts';
import { contattiHandler } from './lambda.ts';
import { BUSINESS_CLOUD, businessCloud } from './nest.ts';
import { articoliRoute } from './next-route.ts';
import { clientBehind } from './proxy.ts';
import { contatti, contatto, createContatto } from './react-query.ts';
import { clientWith } from './vault.ts';
import { answer } from './worker.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const DOCS = join(ROOT, 'docs/client');
const PROGRAMS = (await readdir(import.meta.dirname)).filter((file) => !file.endsWith('.test.ts'));
const PAGES = await Promise.all((await readdir(DOCS)).map((page) => readFile(join(DOCS, page), 'utf8')));

interface Company {
  readonly company: CompanyClient;
  readonly licenseKey: string;
  readonly options: ReferenceService['options'];
}

async function company(): Promise<Company> {
  const reference = await referenceService();
  onTestFinished(() => reference[Symbol.asyncDispose]());
  const { options, access } = reference;
  const licenseKey = access.companies[0]?.licenseKey ?? '';
  return { company: createClient(options).company(1, licenseKey), licenseKey, options };
}

test.for(PROGRAMS)('%s, which is compiled and run here, stands in one of the pages as it is', async (file) => {
  const program = await readFile(join(import.meta.dirname, file), 'utf8');
  expect(PAGES.filter((page) => page.includes(`\`\`\`ts\n${program}\`\`\`\n`))).toHaveLength(1);
});

test('a page in Chromium calls the demo, if the demo allows its origin', async ({ skip }) => {
  if (lacksChromium) skip(lacksChromium);
  const entry = { contents: `export * from './browser-page.ts';`, resolveDir: import.meta.dirname };
  const bundle = await build({ stdin: entry, bundle: true, format: 'iife', globalName: 'page', write: false });
  const html = `<!doctype html><script>${bundle.outputFiles[0]?.text}</script>`;
  const web = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(html));
  onTestFinished(() => void web.close());
  await once(web.listen(0, '127.0.0.1'), 'listening');
  const { port } = web.address() as AddressInfo;

  const cli = join(ROOT, 'packages/service/src/cli.ts');
  const allowed = ['--allow-origin', `http://127.0.0.1:${port}`];
  const demo = spawn(process.execPath, [cli, 'demo', '--port', '0', '--print', 'json', ...allowed], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void demo.kill());
  const [line] = await once(createInterface({ input: demo.stdout }), 'line');
  const { service, credentials, companies } = JSON.parse(String(line));
  const { apiKey, userName, password } = credentials;
  const typed = { apiKey, userName, password, licenseKey: companies[0].licenseKey };
  const call = `page.descriptionsOf(${JSON.stringify(service.customerUrl)}, ${JSON.stringify(typed)})`;

  await inChromium(async (page) => {
    await page.goto(`http://127.0.0.1:${port}`);
    expect(await page.evaluate(call)).toContain('Martello da 500 g');
    await page.goto(`http://localhost:${port}`);
    expect(await page.evaluate(`${call}.catch((error) => error.code)`)).toBe('transport');
  });
});

test('React Query reads, reads on and writes', async () => {
  const { company: own } = await company();
  for (const nome of ['Bianchi', 'Neri', 'Verdi', 'Gialli']) await own.anagrafica.create({ nome });
  const queries = new QueryClient();
  // What the hooks are made of.
  const created = await new MutationObserver(queries, createContatto(own)).mutate('Rossi');
  const read = await new QueryObserver(queries, contatto(own, created.id)).refetch();
  expect(read.data).toEqual(created);
  const pages = new InfiniteQueryObserver(queries, contatti(own, 2));
  await pages.refetch();
  while ((await pages.fetchNextPage()).hasNextPage);
  expect(pages.getCurrentResult().data?.pages.flat()).toEqual(await own.anagrafica.list().toArray());
  queries.clear();
});

test('a route of Next.js answers the list, and hides why it cannot', async () => {
  const { company: own, options } = await company();
  const request = new Request('https://shop.example.com/api/articoli');
  expect(await (await articoliRoute(own)(request)).json()).toEqual(await own.articolo.list().toArray());
  const refused = await articoliRoute(createClient({ ...options, password: 'wrong' }).company(1, 'x'))(request);
  expect([refused.status, await refused.json()]).toEqual([502, { code: 'authentication-failed' }]);
});

test('Nest gives everybody the same client', async () => {
  const options = { adminUrl: 'http://x', customerUrl: 'http://x', apiKey: 'k', applicationId: 'x', userName: 'x', password: 'x' };
  const app = await NestFactory.createApplicationContext(businessCloud(options), { logger: false });
  onTestFinished(() => app.close());
  const client = app.get<BusinessCloudClient>(BUSINESS_CLOUD);
  expect(app.get(BUSINESS_CLOUD)).toBe(client);
  expect(client.company(1, 'l')).toHaveProperty('articolo');
});

test('a message that Lambda hands over again creates one contact', async () => {
  const { company: own } = await company();
  const before = await own.anagrafica.list().toArray();
  const handler = contattiHandler(own);
  const event = { Records: [{ messageId: 'a1b2c3', body: '{"nome":"Lambda"}' }] };
  // The handler reads nothing else of what Lambda gives.
  const given = [event, { getRemainingTimeInMillis: () => 10_000 }] as unknown as Parameters<typeof handler>;
  await handler(...given);
  await handler(...given);
  expect(await own.anagrafica.list().toArray()).toHaveLength(before.length + 1);
});

test('a worker answers from its secrets', async () => {
  const { company: own, licenseKey, options } = await company();
  const { customerUrl, apiKey, userName, password } = options;
  const env = { SERVICE_URL: customerUrl, API_KEY: apiKey, USER_NAME: userName, PASSWORD: password, LICENSE_KEY: licenseKey };
  const { data } = await own.anagrafica.create({ nome: 'Bianchi' });
  expect(await (await answer(new Request('https://worker.example.com'), env)).json()).toEqual([data]);
});

test('a client with a vault asks it for the API key and the password', async () => {
  const { options, licenseKey } = await company();
  const secrets: Readonly<Record<string, string>> = { 'api-key': options.apiKey, password: options.password };
  const client = clientWith({ read: async (name) => secrets[name] ?? '' }, options);
  expect(await client.company(1, licenseKey).articolo.list().toArray()).not.toEqual([]);
});

test('a client behind a proxy makes every request through it', async () => {
  const { options, licenseKey } = await company();
  const proxy = await startConnectProxy();
  onTestFinished(proxy.close);
  const articoli = await clientBehind(proxy.url, options).company(1, licenseKey).articolo.list().toArray();
  expect(articoli).not.toEqual([]);
  expect(new Set(proxy.targets)).toEqual(new Set([new URL(options.customerUrl).host]));
});

test('without a line of code, a proxy of the environment is used where Node is told to', async () => {
  const { options, licenseKey } = await company();
  const proxy = await startConnectProxy();
  onTestFinished(proxy.close);
  const program = `
    import { createClient } from '@business-cloud/client';
    console.log((await createClient(${JSON.stringify(options)}).company(1, '${licenseKey}').articolo.list().toArray()).length > 0);`;
  const env = { ...process.env, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy.url, http_proxy: proxy.url, NO_PROXY: '', no_proxy: '' };
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  expect([line, new Set(proxy.targets)]).toEqual(['true', new Set([new URL(options.customerUrl).host])]);
});
