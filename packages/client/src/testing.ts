import { callable, defined, type OptionKinds, readOptions } from '#runtime';
import type { ClientOptions, Fetch } from './client-options.ts';
import { type BusinessCloudClient, createClient } from './create-client.ts';
import { operations } from './generated/operations.ts';
import { invalid } from './options/invalid.ts';
import type { TestHandlers } from './testing/handler-types.ts';
import { findRoute } from './testing/routes.ts';

export type { OperationName, TestAnswer, TestHandlers, TestRequest } from './testing/handler-types.ts';

/** A handler as the router calls it, which found it by the name of its operation. */
type AnyHandler = (request: unknown) => Promise<{
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
}>;

type Handlers = Readonly<Record<string, AnyHandler>>;

/** A function for each operation of the Customer API. */
const HANDLERS: OptionKinds<Handlers> = Object.fromEntries(
  Object.values(operations).flatMap(({ id, api }) => (api === 'customer' ? [[id, callable]] : [])),
);

/**
 * A client for tests of code that uses one: the real client over handlers instead of a service. Logins succeed, waits take no time,
 * and an operation without a handler answers 501. A handler that throws is a lost connection.
 *
 * @example
 * const client = createTestClient({
 *   getArticolo: ({ params }) => ({ status: 200, body: { id: Number(params.articoloId), descrizione: 'Vite', concurrencyToken: 0 } }),
 * });
 */
export function createTestClient(
  handlers: TestHandlers,
  options: { readonly [Name in keyof ClientOptions]?: ClientOptions[Name] | undefined } = {},
): BusinessCloudClient {
  return createClient({
    adminUrl: 'http://admin.test',
    customerUrl: 'http://customer.test',
    apiKey: 'test-api-key',
    applicationId: 'test',
    userName: 'test',
    password: 'test-password',
    licenses: () => 'test-license-key',
    clock: timelessClock(),
    fetch: answerWith(readOptions<Handlers>(handlers, HANDLERS, invalid, 'handlers.')),
    ...defined(options),
  });
}

function answerWith(handlers: Handlers): Fetch {
  return async (url, { method = 'GET', headers, body }) => {
    const { pathname, searchParams } = new URL(url);
    const route = findRoute(method, pathname);
    if (route?.operation === 'authenticate') return new Response(null, { headers: { 'X-Token': 'test-token' } });
    const handler = route && handlers[route.operation];
    if (!handler) return json(501, { code: 'not-implemented', detail: `The test has no handler for ${route?.operation ?? pathname}.` });
    const answer = await handler({
      params: route.params,
      query: Object.fromEntries(searchParams),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
      headers: Object.fromEntries(new Headers(headers)),
    });
    const place = answer.status === 201 ? { Location: `${pathname}/${Object(answer.body).id}` } : undefined;
    return json(answer.status, answer.body, { ...place, ...answer.headers });
  };
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  const isText = typeof body === 'string';
  const type = status >= 400 ? 'application/problem+json' : isText ? 'application/xml' : 'application/json';
  const content = body === undefined ? null : isText ? body : JSON.stringify(body);
  return new Response(content, { status, headers: { ...(content === null ? {} : { 'Content-Type': type }), ...headers } });
}

/** Waits end at once, and the clock moves on by the time that they would have taken. */
function timelessClock(): NonNullable<ClientOptions['clock']> {
  let nowMs = 0;
  return {
    now: () => nowMs,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      nowMs += ms;
    },
  };
}
