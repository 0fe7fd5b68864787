import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Articolo, type BusinessCloudClient, type ClientOptions, type CompanyClient, createClient } from '@business-cloud/client';
import { seedDemo, startService } from '@business-cloud/service';
import { pino } from 'pino';

/** What answers in the place of the service: this, nothing, or the end of the connection. */
export type OtherAnswer =
  | 'hang'
  | 'lost'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

export interface Reached {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What the examples take for given. */
export interface DemoService {
  readonly options: ClientOptions & { readonly apiKey: string; readonly password: string };
  readonly client: BusinessCloudClient;
  /** One of the two companies of the demo, and a stock item of it. */
  readonly company: CompanyClient;
  readonly articolo: Articolo;
  /** What was sent to the service, apart from logins. */
  readonly sent: readonly Reached[];
  /** What answers the next calls in the place of the service. Without any, the service does. */
  answerNext(...answers: readonly OtherAnswer[]): void;
  close(): Promise<void>;
}

/** The demo service, behind a proxy that remembers what comes, and may answer in its place. */
export async function startDemo(): Promise<DemoService> {
  const service = await startService({ database: ':memory:', sealingKey: randomBytes(32), log: pino({ level: 'silent' }) });
  const { apiKey, userName, password, companies } = await seedDemo(service);
  const target = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const sent: Reached[] = [];
  let next: OtherAnswer[] = [];
  const proxy = createServer(async (request, response) => {
    const body = await text(request);
    const { url: path = '', headers } = request;
    if (path.endsWith('/authenticate')) return passOn(target, request, body, response);
    sent.push({ path, headers, body });
    const answer = next.shift();
    if (answer === 'lost') request.socket.destroy();
    else if (answer === undefined) await passOn(target, request, body, response);
    else if (answer !== 'hang') response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const licenses = Object.fromEntries(companies.map(({ id, licenseKey }) => [id, licenseKey]));
  const options = { adminUrl: url, customerUrl: url, apiKey, applicationId: 'examples', userName, password, licenses };
  const client = createClient({ ...options, retry: { baseMs: 0 } });
  const company = client.company(1);
  const [articolo] = await company.articolo.list().toArray({ max: 1 });
  if (articolo === undefined) throw new Error('The demo has no stock items.');
  return {
    ...{ options, client, company, articolo, sent },
    answerNext(...answers) {
      next = [...answers];
    },
    async close() {
      proxy.closeAllConnections();
      proxy.close();
      await service.close();
    },
  };
}

async function passOn(
  target: string,
  { method = '', url, headers }: IncomingMessage,
  body: string,
  response: ServerResponse,
): Promise<void> {
  const { host: _host, connection: _connection, 'content-length': _length, ...others } = headers;
  const given = Object.entries(others).map(([name, value]): [string, string] => [name, String(value)]);
  const answer = await fetch(`${target}${url}`, { method, headers: given, ...(body && { body }) });
  const received = [...answer.headers].filter(([name]) => !/^(connection|keep-alive|transfer-encoding)$/.test(name));
  response.writeHead(answer.status, received.flat()).end(Buffer.from(await answer.arrayBuffer()));
}
