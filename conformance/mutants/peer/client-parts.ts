import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientEnvironment } from '../../src/index.ts';

/** A company that the client got from its environment. */
export interface OwnCompany {
  readonly id: string;
  readonly licenseKey: string;
}

/** One request, without its token. */
export interface Wanted {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the address of the Customer API. */
  readonly path: string;
  readonly company: OwnCompany;
  readonly body?: string;
}

/** The answer to one attempt. Without a status if the connection was lost. */
export interface Came {
  readonly status: number | undefined;
  readonly headers: Headers;
  readonly text: string;
}

/** The progress of one operation. */
export interface Progress {
  readonly wanted: Wanted;
  readonly key: string | undefined;
  readonly token: string;
  /** The number of attempts so far, including this one. */
  readonly attempts: number;
  readonly logins: number;
  readonly deadline: number;
}

/** What to do after an attempt that did not succeed. */
export type Next = 'stop' | Repetition;

/** Another attempt, after a while, with the same key and token or with others. */
export interface Repetition {
  readonly waitMs?: number;
  readonly token?: 'new';
  readonly key?: 'new' | 'none';
}

/** A running client: its settings and its token. */
export interface Client {
  readonly environment: ClientEnvironment;
  readonly parts: ClientParts;
  readonly signal: AbortSignal;
  /** The latest login, in progress or done. */
  session: Promise<string> | undefined;
}

/** The parts of a client, as people write them. A faulty client replaces some of them. */
export interface ClientParts {
  readonly loginUrl: (environment: ClientEnvironment) => string;
  readonly loginHeaders: (environment: ClientEnvironment) => Record<string, string>;
  readonly loginBody: (environment: ClientEnvironment) => string | Uint8Array<ArrayBuffer>;
  readonly readToken: (headers: Headers, text: string) => string | null;
  /** Requests a token. */
  readonly login: (client: Client) => Promise<string>;
  /** The token for an attempt. @param refused the token that was just refused */
  readonly token: (client: Client, refused: string | undefined) => Promise<string>;
  readonly headers: (environment: ClientEnvironment, wanted: Wanted, token: string) => Record<string, string>;
  readonly newKey: (environment: ClientEnvironment, wanted: Wanted) => string | undefined;
  readonly bodyOf: (wanted: Wanted, attempt: number) => string | undefined;
  /** How long one attempt may take. */
  readonly attemptMs: (environment: ClientEnvironment) => number;
  readonly next: (came: Came, progress: Progress) => Next;
  /** Reads that belong together. */
  readonly readAll: (reads: readonly (() => Promise<string>)[]) => Promise<unknown>;
  /** The body of the PUT, made from the answer to the GET. */
  readonly changed: (text: string) => string;
  /** One operation, with all its attempts. */
  readonly send: (client: Client, wanted: Wanted) => Promise<Came>;
}

/** An operation that ended in an error. */
export class OperationFailed extends Error {}

export const rightParts: ClientParts = {
  loginUrl: (environment) => `${environment.CONFORMANCE_ADMIN_URL}/api/${environment.CONFORMANCE_VERSION}/authenticate`,
  loginHeaders: (environment) => ({ ...identity(environment), 'content-type': 'application/json' }),
  loginBody: (environment) => JSON.stringify({ UserName: environment.CONFORMANCE_USERNAME, Password: environment.CONFORMANCE_PASSWORD }),
  readToken: (headers) => headers.get('x-token'),
  login: async ({ environment, parts, signal }) => {
    const response = await fetch(parts.loginUrl(environment), {
      method: 'POST',
      headers: parts.loginHeaders(environment),
      body: parts.loginBody(environment),
      signal,
    });
    const token = parts.readToken(response.headers, await response.text());
    if (!response.ok || token === null) throw new OperationFailed(`authenticate: ${response.status}`);
    return token;
  },
  token: async (client, refused) => {
    const { session } = client;
    const isGood = session !== undefined && (await session) !== refused;
    // Another operation may have started a login meanwhile.
    if (!isGood && client.session === session) client.session = client.parts.login(client);
    return (await client.session) ?? '';
  },
  headers: (environment, { company, body }, token) => ({
    ...identity(environment),
    [`X-${environment.CONFORMANCE_HEADER_WORD}-LicenseKey`]: company.licenseKey,
    authorization: `Bearer ${token}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }),
  newKey: (_environment, { method }) => (method === 'POST' || method === 'PUT' ? randomUUID() : undefined),
  bodyOf: ({ body }) => body,
  attemptMs: (environment) => Number(environment.CONFORMANCE_DEADLINE_MS),
  next: ({ status, headers }, { wanted, key, attempts, logins, deadline }) => {
    if (status === 401) return logins < 2 ? { token: 'new' } : 'stop';
    const waitMs = Math.max(50 * attempts, 1000 * Number(headers.get('retry-after') ?? 0));
    if (Date.now() + waitMs > deadline) return 'stop';
    if ((status === 409 && key !== undefined) || status === 429) return { waitMs };
    const isSafe = key !== undefined || wanted.method === 'GET' || wanted.method === 'DELETE';
    return (status === undefined || status >= 500) && isSafe && attempts < 4 ? { waitMs } : 'stop';
  },
  readAll: (reads) => Promise.all(reads.map((read) => read())),
  changed: (text) => {
    const { concurrencyToken, ...webhook } = JSON.parse(text);
    return JSON.stringify({
      AziendaId: webhook.aziendaId,
      Url: webhook.url,
      Description: `${webhook.description} di Imola`,
      Events: webhook.events,
      ConcurrencyToken: concurrencyToken,
    });
  },
  send: async (client, wanted) => {
    const { parts, environment } = client;
    const deadline = Date.now() + Number(environment.CONFORMANCE_DEADLINE_MS);
    let key = parts.newKey(environment, wanted);
    let token = await parts.token(client, undefined);
    for (let [attempts, logins] = [1, 1]; ; attempts += 1) {
      client.signal.throwIfAborted();
      const came = await attempt(client, wanted, { key, token, attempts, deadline });
      if (came.status !== undefined && came.status >= 200 && came.status < 300) return came;
      const next = parts.next(came, { wanted, key, token, attempts, logins, deadline });
      if (next === 'stop') throw new OperationFailed(`${wanted.method} ${wanted.path}: ${came.status ?? 'no answer'}`);
      if (next.waitMs !== undefined) await sleep(next.waitMs, undefined, { signal: client.signal });
      if (next.key !== undefined) key = next.key === 'new' ? parts.newKey(environment, wanted) : undefined;
      if (next.token === undefined) continue;
      logins += 1;
      token = await parts.token(client, token);
    }
  },
};

export function identity(environment: ClientEnvironment): Record<string, string> {
  const { CONFORMANCE_HEADER_WORD: word, CONFORMANCE_API_KEY: apiKey, CONFORMANCE_APPLICATION_ID: applicationId } = environment;
  return { [`X-${word}-ApiKey`]: apiKey, [`X-${word}-ApplicationId`]: applicationId };
}

async function attempt(
  { environment, parts, signal }: Client,
  wanted: Wanted,
  { key, token, attempts, deadline }: { key: string | undefined; token: string; attempts: number; deadline: number },
): Promise<Came> {
  const body = parts.bodyOf(wanted, attempts);
  const left = Math.max(1, Math.min(parts.attemptMs(environment), deadline - Date.now()));
  try {
    const response = await fetch(environment.CONFORMANCE_CUSTOMER_URL + wanted.path, {
      method: wanted.method,
      headers: { ...parts.headers(environment, wanted, token), ...(key !== undefined && { 'idempotency-key': key }) },
      ...(body !== undefined && { body }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(left)]),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return { status: undefined, headers: new Headers(), text: '' };
  }
}
