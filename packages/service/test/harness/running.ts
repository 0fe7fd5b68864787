import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type DemoAccess, type Service, type ServiceOptions, seedDemo, startService } from '../../src/index.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** An answer with its body both as text and as JSON. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // What a test expects of a body is its own claim.
  readonly body: Record<string, unknown> & Record<number, Record<string, unknown>> & { readonly length: number };
}

export interface CallOptions {
  readonly body?: unknown;
  readonly key?: string;
  readonly company?: number;
  readonly headers?: Record<string, string>;
}

/** A service that serves the demo's data on loopback, with a receiver for its deliveries. */
export interface Running {
  readonly service: Service;
  readonly access: DemoAccess;
  readonly url: string;
  readonly token: string;
  readonly receiver: Receiver;
  readonly folder: string;
  readonly logged: string[];
  /** Calls as the demo's user, with the license of the company (1 by default). */
  call(method: string, path: string, options?: CallOptions): Promise<Answered>;
  headers(company?: number): Record<string, string>;
  /** Resolves when no attempt is in flight and none is due. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export async function startRunning(options: Partial<ServiceOptions> = {}): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'service-'));
  const receiver = await startReceiver();
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, receiver.authority);
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) });
  const service = await startService({
    database: ':memory:',
    sealingKey: randomBytes(32),
    log,
    deliveryAllow: ['127.0.0.0/8', '::1/128'],
    deliveryCaFile: caFile,
    // Many receivers here hang until the end.
    drainMs: 500,
    ...options,
  });
  const access = await seedDemo(service);
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const headers = (company = 1, token = ''): Record<string, string> => ({
    'X-Service-ApiKey': access.apiKey,
    'X-Service-ApplicationId': 'tests',
    'X-Service-LicenseKey': [...access.companies, access.foreignCompany].find(({ id }) => id === company)?.licenseKey ?? '',
    ...(token !== '' && { Authorization: `Bearer ${token}` }),
  });
  const send = async (method: string, path: string, given: Record<string, string>, body: unknown): Promise<Answered> => {
    const raw = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(url + path, {
      method,
      headers: { ...given, ...(raw !== null && { 'Content-Type': 'application/json' }) },
      body: raw,
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : undefined,
    };
  };
  const login = await send('POST', '/api/v3/authenticate', headers(), { UserName: access.userName, Password: access.password });
  const token = login.headers.get('X-Token') ?? '';
  return {
    service,
    access,
    url,
    token,
    receiver,
    folder,
    logged,
    headers: (company) => headers(company, token),
    call: (method, path, { body, key, company, headers: more } = {}) =>
      send(method, path, { ...headers(company, token), ...(key !== undefined && { 'Idempotency-Key': key }), ...more }, body),
    settled: () => service.deliveriesSettled(),
    async close() {
      await service.close();
      await receiver.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Registers a webhook for the running receiver. */
export async function createWebhook(
  running: Running,
  {
    Events,
    AziendaId = null,
    path = '/hook',
  }: { readonly Events: readonly string[]; readonly AziendaId?: number | null; readonly path?: string },
): Promise<{ readonly id: number; readonly secret: string; readonly concurrencyToken: number }> {
  const { status, body } = await running.call('POST', '/api/v3/config/webhook', {
    body: { AziendaId, Url: running.receiver.url + path, Events },
  });
  if (status !== 201) throw new Error(`The webhook was refused: ${JSON.stringify(body)}`);
  return { id: Number(body.id), secret: String(body.secret), concurrencyToken: Number(body.concurrencyToken) };
}
