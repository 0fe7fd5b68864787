import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import type { Identity } from '../../src/receiver/authority.ts';
import type { Answered, Asked } from './message.ts';

/** Headers of one connection, which are not passed on. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'date']);

/** An HTTP server in front of another: everything passes through one function. */
export interface Proxy {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function startProxy(
  origin: string,
  handle: (request: Asked, forward: (request: Asked) => Promise<Answered>) => Promise<Answered>,
  identity?: Pick<Identity, 'certificate' | 'key'>,
): Promise<Proxy> {
  const agent = new Agent();
  const forward = (request: Asked): Promise<Answered> => send(agent, origin, request);
  const answer = (incoming: IncomingMessage, response: ServerResponse): void => {
    read(incoming)
      .then((request) => handle({ ...request, isAbandoned: () => incoming.socket.destroyed || incoming.socket.readableEnded }, forward))
      .then(
        (answer) => write(response, answer),
        () => incoming.socket.destroy(),
      );
  };
  const server = identity ? createTlsServer({ cert: identity.certificate, key: identity.key }, answer) : createServer(answer);
  // Idle connections are closed by whoever dialled: else a call may cross the close of its connection.
  server.keepAliveTimeout = 0;
  const port = await listen(server);
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await agent.destroy();
  };
  return { url: `${identity ? 'https' : 'http'}://127.0.0.1:${port}`, close };
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export async function read(incoming: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = pairs(incoming.rawHeaders).filter(([name]) => !hopByHop.has(name.toLowerCase()));
  return { method: incoming.method ?? '', path: incoming.url ?? '', headers, body: Buffer.concat(chunks).toString('utf8') };
}

async function send(agent: Agent, origin: string, { method, path, headers, body }: Asked): Promise<Answered> {
  const options = { origin, path, method: method as 'GET', headers: headers.flat(), body: body === '' ? null : body };
  const response = await agent.request(options);
  const answered = Object.entries(response.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((item): [string, string] => [name, item]),
  );
  return { status: response.statusCode, headers: answered.filter(([name]) => !hopByHop.has(name)), body: await response.body.text() };
}

async function write(response: ServerResponse, { status, headers, body, pieces = [body], pauseMs = 0 }: Answered): Promise<void> {
  response.writeHead(status, headers.flat());
  for (const piece of pieces) {
    if (piece.length > 0) response.write(piece);
    if (pauseMs > 0) await sleep(pauseMs);
  }
  response.end();
}

function pairs(rawHeaders: readonly string[]): readonly [string, string][] {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as [string, string]] : []));
}
