import { expect, test } from 'vitest';
import { type ClientEvent, createClient } from '../src/index.ts';
import { type Span, tracing } from '../src/opentelemetry.ts';
import { problem, type Script, scriptedService, withLogins } from './scripted-service.ts';
import { virtualClock } from './virtual-clock.ts';

const CREATED = { status: 201, body: { id: 1, nome: 'Rossi', concurrencyToken: 0 } };

/** 409, then a lost connection, then success. */
const troubled: Script = withLogins((_, seen) => [problem(409, 'idempotency-in-progress'), 'lost' as const][seen.length - 2] ?? CREATED);

async function createWith(script: Script, onEvent: (event: ClientEvent) => void): Promise<unknown> {
  await using service = await scriptedService(script);
  const { anagrafica } = createClient({ ...service.options, clock: virtualClock(), random: () => 0.5, onEvent }).company(
    1,
    'the-license-key',
  );
  return await anagrafica.create({ nome: 'Rossi' }).catch((error: unknown) => error);
}

test('a listener hears of everything that happens to a call, in its order, and of no secret', async () => {
  const events: ClientEvent[] = [];
  await createWith(troubled, (event) => events.push(event));
  const types = events.filter((event) => 'operation' in event && event.operation === 'createAnagrafica').map(({ type }) => type);
  expect(types).toEqual(['start', 'attempt', 'answer', 'wait', 'attempt', 'lost', 'wait', 'attempt', 'answer', 'end']);
  expect(events.at(-1)).toMatchObject({ type: 'end', status: 201, attempts: 3, durationMs: 100, code: undefined });
  expect(JSON.stringify(events)).not.toMatch(/the-api-key|the-password|the-license-key|token-1/);
});

test('a listener that throws breaks nothing', async () => {
  const result = await createWith(troubled, () => {
    throw new Error('the log is full');
  });
  expect(result).toMatchObject({ status: 201, attempts: 3 });
});

interface Recorded {
  readonly name: string;
  readonly attributes: Record<string, string | number>;
  readonly events: string[];
  code?: number;
  ended?: boolean;
}

/** A tracer that records its calls, in the shape of OpenTelemetry's. */
function recorder() {
  const spans: Recorded[] = [];
  const startSpan = (name: string, { attributes }: { readonly attributes: Record<string, string | number> }): Span => {
    const span: Recorded = { name, attributes: { ...attributes }, events: [] };
    spans.push(span);
    return {
      setAttributes: (more) => Object.assign(span.attributes, more),
      addEvent: (event) => span.events.push(event),
      setStatus: ({ code }) => Object.assign(span, { code }),
      end: () => Object.assign(span, { ended: true }),
    };
  };
  return { spans, startSpan };
}

test('each call is a span with the attributes of HTTP clients, the login one of its own', async () => {
  const tracer = recorder();
  await createWith(troubled, tracing(tracer).onEvent);
  const [call, login] = tracer.spans;
  expect(login).toMatchObject({ name: 'authenticate', ended: true, attributes: { 'http.response.status_code': 200 } });
  expect(call).toMatchObject({
    name: 'createAnagrafica',
    events: ['wait', 'lost', 'wait'],
    ended: true,
    attributes: { 'http.request.method': 'POST', 'url.path': '/customer/api/v3/1/Anagrafica', 'http.request.resend_count': 2 },
  });
  expect(call?.code).toBeUndefined();
});

test('a call that fails is a span with the status of an error', async () => {
  const tracer = recorder();
  await createWith(
    withLogins(() => problem(422, 'numero-taken')),
    tracing(tracer).onEvent,
  );
  expect(tracer.spans[0]).toMatchObject({ code: 2, attributes: { 'http.response.status_code': 422, 'error.type': '422' } });
  const lost = recorder();
  await createWith(
    withLogins(() => 'lost'),
    tracing(lost).onEvent,
  );
  expect(lost.spans[0]).toMatchObject({ code: 2, attributes: { 'error.type': 'transport', 'http.request.resend_count': 3 } });
});

test('D-19: an operation that its answers call deprecated is told once, whichever status they have', async () => {
  const deprecated = { Deprecation: '@1764547200', Sunset: 'Tue, 01 Dec 2026 00:00:00 GMT' };
  await using service = await scriptedService(
    withLogins(({ path }) =>
      path.endsWith('/articolo/1') ? { status: 404, headers: deprecated } : { status: 200, body: {}, headers: { Deprecation: '@1' } },
    ),
  );
  const events: ClientEvent[] = [];
  const lines: string[] = [];
  const warn = (line: string): void => void lines.push(line);
  const logger = { error: () => undefined, warn, info: () => undefined, debug: () => undefined };
  const { articolo, anagrafica } = createClient({ ...service.options, onEvent: (event) => events.push(event), logger }).company(1, 'l');
  for (const call of [() => articolo.get(1), () => articolo.get(1), () => anagrafica.get(1)]) await call().catch(() => undefined);
  expect(events.filter(({ type }) => type === 'deprecated')).toMatchObject([
    { operation: 'getArticolo', sunset: deprecated.Sunset },
    { operation: 'getAnagrafica', sunset: undefined },
  ]);
  expect(lines).toHaveLength(2);
});
