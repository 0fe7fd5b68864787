import { type ClientOptions, createClient } from '@business-cloud/client';
import { type Span, tracing } from '@business-cloud/client/opentelemetry';
import { createTestClient } from '@business-cloud/client/testing';
import { validateResponse } from '@business-cloud/client/validation';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { startDemo } from './demo-service.ts';

const { options, articolo, sent, answerNext, close } = await startDemo();
afterEach(() => {
  answerNext();
  vi.unstubAllEnvs();
});
afterAll(close);

/** A logger as the console is one, and its lines. */
function listener() {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  return { lines, logger: { error: write, warn: write, info: write, debug: write } };
}

/** A tracer as OpenTelemetry has it. */
const tracer = {
  startSpan: (): Span => ({
    setAttributes: () => undefined,
    addEvent: () => undefined,
    setStatus: () => undefined,
    end: () => undefined,
    spanContext: () => ({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 1 }),
  }),
};

test('misspelt options are refused', () => {
  // @ts-expect-error It is `timeoutMs`.
  expect(() => createClient({ ...options, timeoutMS: 5000 })).toThrow('timeoutMs');
});

test('keys and passwords from a function', async () => {
  const vault = { key: options.apiKey, password: options.password };
  const company = createClient({
    ...options,
    apiKey: async () => vault.key,
    password: async () => vault.password,
  }).company(1);
  await company.articolo.get(articolo.id);
  vault.key = 'rotated';
  await expect(company.articolo.get(articolo.id)).rejects.toMatchObject({ code: 'forbidden', header: 'ApiKey' });
  expect(sent.at(-1)?.headers).toMatchObject({ 'x-service-apikey': 'rotated' });
});

test('log', async () => {
  const { logger, lines } = listener();
  await createClient({ ...options, logger, logLevel: 'info' })
    .company(1)
    .articolo.get(articolo.id);
  expect(lines).toContainEqual(expect.stringContaining('getArticolo'));
});

test('log by an environment variable', async () => {
  vi.stubEnv('BUSINESS_CLOUD_LOG', 'debug');
  const { logger, lines } = listener();
  await createClient({ ...options, logger })
    .company(1)
    .articolo.get(articolo.id);
  expect(lines).toContainEqual(expect.stringContaining('attempt'));
});

test('hooks before requests and after answers', async () => {
  const statuses: number[] = [];
  const beforeRequest: ClientOptions['beforeRequest'] = ({ attempt }) => ({ 'X-Attempt': String(attempt) });
  const afterAnswer: ClientOptions['afterAnswer'] = ({ status }) => void statuses.push(status);
  await createClient({ ...options, beforeRequest, afterAnswer })
    .company(1)
    .articolo.get(articolo.id);
  expect([sent.at(-1)?.headers['x-attempt'], statuses]).toEqual(['1', [200, 200]]); // the login, and the call
});

test('traces', async () => {
  await createClient({ ...options, ...tracing(tracer) })
    .company(1)
    .articolo.get(articolo.id);
  expect(sent.at(-1)?.headers).toMatchObject({ traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` });
});

test('a fetch of your own', async () => {
  const urls: string[] = [];
  const own: ClientOptions['fetch'] = (url, init) => fetch(url, { ...init, keepalive: urls.push(url) > 0 });
  await createClient({ ...options, fetch: own })
    .company(1)
    .articolo.get(articolo.id);
  expect(urls).toHaveLength(2); // the login, and the call
});

test('answers checked by the contract', async () => {
  answerNext({ status: 200, body: '{"id":"one"}' });
  const call = createClient({ ...options, validate: validateResponse })
    .company(1)
    .articolo.get(articolo.id);
  await expect(call).rejects.toMatchObject({ code: 'contract-breach' });
});

test('deprecated operations are told', async () => {
  answerNext({
    status: 200,
    headers: { Deprecation: '@1764547200', Sunset: 'Tue, 01 Dec 2026 00:00:00 GMT' },
    body: '{}',
  });
  const { logger, lines } = listener();
  await createClient({ ...options, logger })
    .company(1)
    .articolo.get(articolo.id);
  expect(lines).toEqual([expect.stringContaining('getArticolo deprecated')]);
});

test('name of your program', async () => {
  await createClient({ ...options, applicationId: 'shop-4' })
    .company(1)
    .articolo.get(articolo.id);
  expect(sent.at(-1)?.headers).toMatchObject({ 'x-service-applicationid': 'shop-4' });
});

test('a client for tests, without a service', async () => {
  const vite = { id: 7, descrizione: 'Vite', concurrencyToken: 0 };
  const client = createTestClient({ getArticolo: () => ({ status: 200, body: vite }) });
  expect((await client.company(1).articolo.get(7)).data).toEqual(vite);
});
