import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type ClientEvent,
  type ClientOptions,
  createClient,
  type Logger,
  type OutgoingRequest,
  type ReceivedAnswer,
} from '../src/index.ts';
import { tracing } from '../src/opentelemetry.ts';
import { ok, problem, scriptedService, withLogins } from './scripted-service.ts';

const REFUSED = expect.objectContaining({ code: 'invalid-argument', attempts: 0 });
/** A value as a program in JavaScript hands it over, whatever the types say. */
const fromJavaScript = <T>(value: unknown): T => value as T;
const RETRY = { baseMs: 0 };

test('a call has headers of its own, and those of the client and of the company', async () => {
  await using service = await scriptedService(withLogins(ok));
  const client = createClient(service.options).with({ headers: { 'X-A': 'client', 'X-B': 'client', 'X-C': 'client' } });
  const company = client.company(1, 'l').with({ headers: { 'X-B': 'company', 'X-C': 'company' } });
  await company.articolo.get(1, { headers: { 'X-C': 'call' } });
  await company.paths.GET('/api/{version}/{companyId}/articolo', { headers: { 'X-C': 'path' } });
  const seen = service.calls().map(({ headers }) => [headers['x-a'], headers['x-b'], headers['x-c'], headers['x-service-licensekey']]);
  expect(seen).toEqual([
    ['client', 'company', 'call', 'l'],
    ['client', 'company', 'path', 'l'],
  ]);
  expect(service.logins()).toHaveLength(1);
});

test.for([0, 2])('a call is repeated %i times where it says so', async (maxRetries) => {
  await using service = await scriptedService(withLogins(() => ({ status: 503 })));
  const { articolo } = createClient({ ...service.options, retry: RETRY }).company(1, 'l');
  await expect(articolo.get(1, { maxRetries })).rejects.toMatchObject({ code: 'service-failure', attempts: maxRetries + 1 });
});

test('a client with other options shares the login, and leaves the first as it was', async () => {
  await using service = await scriptedService(withLogins(() => ({ status: 503 })));
  const client = createClient({ ...service.options, licenseKey: 'l', retry: RETRY });
  const once = client.with({ maxRetries: 0 });
  await expect(once.azienda.list().page()).rejects.toMatchObject({ attempts: 1 });
  await expect(once.with({ timeoutMs: 5000 }).azienda.list().page()).rejects.toMatchObject({ attempts: 1 });
  await expect(client.azienda.list().page()).rejects.toMatchObject({ attempts: 4 });
  expect(service.logins()).toHaveLength(1);
});

test.for([
  [{ headers: 'x' }],
  [{ headers: { 'two words': 'x' } }],
  [{ headers: { 'X-A': 'two\nlines' } }],
  [{ headers: { Authorization: 'Bearer x' } }],
  [{ headers: { 'x-service-licensekey': 'x' } }],
  [{ headers: { 'Idempotency-Key': 'x' } }],
  [{ maxRetries: -1 }],
  [{ maxRetries: '3' }],
  [{ maxRetries: 100 }],
])('options of a call that cannot be used (%j) are refused, and nothing is sent', async ([options]) => {
  await using service = await scriptedService(withLogins(ok));
  const client = createClient(service.options);
  const company = client.company(1, 'l');
  await expect(company.articolo.get(1, fromJavaScript(options))).rejects.toEqual(REFUSED);
  await expect(company.paths.GET('/api/{version}/{companyId}/articolo', fromJavaScript(options))).rejects.toEqual(REFUSED);
  expect(() => client.with(fromJavaScript(options))).toThrow(REFUSED);
  expect(() => company.with(fromJavaScript(options))).toThrow(REFUSED);
  expect(service.seen).toEqual([]);
});

test('misspelt options are refused with the one that was meant', () => {
  const client = createClient({
    adminUrl: 'http://a',
    customerUrl: 'http://c',
    apiKey: 'k',
    applicationId: 'x',
    userName: 'u',
    password: 'p',
  });
  expect(() => client.with(fromJavaScript({ maxRetires: 3 }))).toThrow('maxRetries');
  expect(() => client.with(fromJavaScript({ header: {} }))).toThrow('headers');
});

test('a call shows its response beside its result', async () => {
  await using service = await scriptedService(
    withLogins(({ method }) => ({ status: method === 'POST' ? 201 : 200, body: { id: 1, secret: 's' }, headers: { 'X-Mine': 'yes' } })),
  );
  const client = createClient({ ...service.options, licenseKey: 'l' });
  const read = await client.company(1, 'l').articolo.get(1).withResponse();
  expect([read.data.id, read.response.status, read.response.headers.get('X-Mine')]).toEqual([1, 200, 'yes']);
  const created = await client.webhook.create({ AziendaId: null, Url: 'https://example.com', Events: [] }).withResponse();
  expect([created.secret.reveal(), created.data.secret, created.response.status]).toEqual(['s', null, 201]);
});

test('a call that fails rejects once, whichever way it is asked', async () => {
  const unheard: unknown[] = [];
  const onRejection = (error: unknown): void => void unheard.push(error);
  process.on('unhandledRejection', onRejection);
  onTestFinished(() => void process.off('unhandledRejection', onRejection));
  await using service = await scriptedService(withLogins(() => problem(404, 'not-found')));
  const client = createClient({ ...service.options, licenseKey: 'l' });
  await expect(client.company(1, 'l').articolo.get(1).withResponse()).rejects.toMatchObject({ code: 'not-found' });
  await expect(client.webhook.create({ AziendaId: null, Url: 'https://a.b', Events: [] }).withResponse()).rejects.toMatchObject({
    status: 404,
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(unheard).toEqual([]);
});

test('an event is read with the page of its deliveries', async () => {
  await using service = await scriptedService(withLogins(() => ({ status: 200, body: { id: 1 } })));
  const { evento } = createClient({ ...service.options, licenseKey: 'l' });
  await evento.get('guid', { after: 3 });
  await evento.get('guid');
  await expect(evento.get('guid', fromJavaScript({ limit: 3 }))).rejects.toEqual(REFUSED);
  expect(service.calls().map(({ path }) => path.split('/').at(-1))).toEqual(['guid?after=3', 'guid']);
});

test('hooks see every attempt and every answer without what is secret, and add headers', async () => {
  let failures = 1;
  await using service = await scriptedService(withLogins((request) => (failures-- > 0 ? { status: 503 } : ok(request))));
  const requests: OutgoingRequest[] = [];
  const answers: ReceivedAnswer[] = [];
  const beforeRequest: ClientOptions['beforeRequest'] = async (request) => {
    requests.push(request);
    return { 'X-Attempt': `${request.call}.${request.attempt}` };
  };
  const afterAnswer: ClientOptions['afterAnswer'] = (answer) => void answers.push(answer);
  const client = createClient({ ...service.options, retry: RETRY, beforeRequest, afterAnswer });
  await client.company(1, 'l').articolo.get(1);
  expect(requests.map(({ operation, attempt }) => [operation, attempt])).toEqual([
    ['authenticate', 1],
    ['getArticolo', 1],
    ['getArticolo', 2],
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 503, 200]);
  expect(service.seen.map(({ headers }) => headers['x-attempt'])).toEqual(['2.1', '1.1', '1.2']);
  const told = JSON.stringify([requests, answers.map(({ headers, ...others }) => [...headers, others])]);
  for (const secret of ['the-api-key', 'the-password', 'token-1']) expect(told).not.toContain(secret);
});

test.for<[string, Partial<ClientOptions>]>([
  [
    'throws',
    {
      beforeRequest: () => {
        throw new RangeError('mine');
      },
    },
  ],
  ['rejects', { beforeRequest: () => Promise.reject(new RangeError('mine')) }],
  ['answers the key of another', { beforeRequest: () => ({ Authorization: 'x' }) }],
  [
    'throws afterwards',
    {
      afterAnswer: () => {
        throw new RangeError('mine');
      },
    },
  ],
])('a hook that %s is reported, and the call goes on', async ([, hook]) => {
  await using service = await scriptedService(withLogins(ok));
  const events: ClientEvent[] = [];
  const client = createClient({ ...service.options, ...hook, onEvent: (event) => events.push(event) });
  expect((await client.company(1, 'l').articolo.get(1)).status).toBe(200);
  expect(events.filter(({ type }) => type === 'callback-failed')).toMatchObject([{ callback: Object.keys(hook)[0] }, {}]);
});

test('a hook that never answers ends its call at the deadline', async () => {
  await using service = await scriptedService(withLogins(ok));
  const client = createClient({ ...service.options, timeoutMs: 50, beforeRequest: () => new Promise(() => {}) });
  await expect(client.company(1, 'l').articolo.get(1)).rejects.toMatchObject({ code: 'timeout' });
});

function recorder() {
  const lines: [string, string, unknown][] = [];
  const at = (level: string) => (message: string, details: unknown) => void lines.push([level, message, details]);
  const logger: Logger = { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
  return { lines, logger };
}

test.for<[ClientOptions['logLevel'], number]>([
  ['off', 0],
  ['error', 1],
  ['warn', 2],
  ['info', 3],
  ['debug', 11],
  [undefined, 2],
])('at the level %s, %i lines of a call that fails are logged, and nothing secret', async ([logLevel, count]) => {
  await using service = await scriptedService(withLogins(() => ({ status: 503, body: { detail: 'the-password the-api-key token-1' } })));
  const { lines, logger } = recorder();
  const retry = { ...RETRY, maxAttempts: 2 };
  const client = createClient({ ...service.options, retry, logger, logLevel });
  await expect(client.company(1, 'l').articolo.get(1)).rejects.toMatchObject({ status: 503 });
  expect(lines).toHaveLength(count);
  expect(JSON.stringify(lines)).not.toMatch(/the-password|the-api-key|token-1/);
});

test('the environment sets the level where no option does, and a level that there is not is refused', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('BUSINESS_CLOUD_LOG', 'info');
  await using service = await scriptedService(withLogins(ok));
  const { lines, logger } = recorder();
  await createClient({ ...service.options, logger })
    .company(1, 'l')
    .articolo.get(1);
  expect(lines.map(([level]) => level)).toEqual(['info', 'info']);
  await createClient({ ...service.options, logger, logLevel: 'off' })
    .company(1, 'l')
    .articolo.get(1);
  expect(lines).toHaveLength(2);
  vi.stubEnv('BUSINESS_CLOUD_LOG', 'verbose');
  expect(() => createClient(service.options)).toThrow(REFUSED);
});

test('with a tracer, each attempt carries the traceparent of its span', async () => {
  await using service = await scriptedService(withLogins(ok));
  let spans = 0;
  const startSpan = () => {
    spans += 1;
    const id = String(spans);
    const spanContext = () => ({ traceId: id.padStart(32, '0'), spanId: id.padStart(16, '0'), traceFlags: 1 });
    return { spanContext, setAttributes: () => {}, addEvent: () => {}, setStatus: () => {}, end: () => {} };
  };
  await createClient({ ...service.options, ...tracing({ startSpan }) })
    .company(1, 'l')
    .articolo.get(1);
  expect(service.seen.map(({ headers }) => headers.traceparent)).toEqual([
    `00-${'2'.padStart(32, '0')}-${'2'.padStart(16, '0')}-01`,
    `00-${'1'.padStart(32, '0')}-${'1'.padStart(16, '0')}-01`,
  ]);
});
