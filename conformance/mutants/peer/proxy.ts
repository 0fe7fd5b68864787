import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { wholeAnswer } from '../../src/http/whole-answer.ts';
import type { Identity } from '../../src/receiver/authority.ts';
import type { Answer, Call } from './message.ts';

/** Headers of a single connection, which a proxy does not forward. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'host', 'date']);

/** Longer than the suite waits for an answer. */
const LONGEST_ANSWER_MS = 60_000;

/** An HTTP server in front of another. Every request passes through one function. */
export interface Proxy {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function startProxy(
  origin: string,
  handle: (request: Call, forward: (request: Call) => Promise<Answer>) => Promise<Answer>,
  identity?: Pick<Identity, 'certificate' | 'key'>,
): Promise<Proxy> {
  const service = new Pool(origin);
  const forward = (request: Call): Promise<Answer> => send(service, origin, request);
  const answer = (incoming: IncomingMessage, response: ServerResponse): void => {
    read(incoming)
      .then((request) => handle({ ...request, ...statesOf(incoming.socket) }, forward))
      .then(
        (answer) => write(response, answer),
        () => incoming.socket.destroy(),
      );
  };
  const server = identity ? createTlsServer({ cert: identity.certificate, key: identity.key }, answer) : createServer(answer);
  // Only the caller closes idle connections. Otherwise a request may arrive just as the server closes.
  server.keepAliveTimeout = 0;
  const port = await listen(server);
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await service.destroy();
  };
  return { url: `${identity ? 'https' : 'http'}://127.0.0.1:${port}`, close };
}

function statesOf(socket: Socket): Pick<Call, 'isAbandoned' | 'isReset'> {
  return {
    isAbandoned: () => socket.destroyed || socket.readableEnded,
    isReset: () => socket.errored !== null,
  };
}

export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

export function read(incoming: IncomingMessage): Promise<Call> {
  const { method = '', url: path = '', rawHeaders } = incoming;
  const headers = pairs(rawHeaders).filter(([name]) => !hopByHop.has(name.toLowerCase()));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => resolve({ method, path, headers, ...textOf(Buffer.concat(chunks)) }));
    incoming.on('error', reject);
  });
}

/** Bodies that are not UTF-8 are forwarded byte by byte. */
function textOf(bytes: Buffer): Pick<Call, 'body' | 'encoding'> {
  return isUtf8(bytes) ? { body: bytes.toString('utf8') } : { body: bytes.toString('latin1'), encoding: 'latin1' };
}

async function send(service: Pool, origin: string, { method, path, headers, body, encoding }: Call): Promise<Answer> {
  const bytes = body === '' ? null : Buffer.from(body, encoding);
  const request = { origin, path, method: method as 'GET', headers: headers.flat(), body: bytes };
  const answer = await wholeAnswer(service, request, LONGEST_ANSWER_MS);
  return { status: answer.status, headers: answer.headers.filter(([name]) => !hopByHop.has(name)), body: answer.bytes.toString('utf8') };
}

async function write(response: ServerResponse, { status, headers, body, pieces, pauseMs = 0 }: Answer): Promise<void> {
  response.statusCode = status;
  for (const [name, value] of headers) response.appendHeader(name, value);
  if (pieces === undefined) {
    response.end(body);
    return;
  }
  for (const piece of pieces) {
    if (piece.length > 0) response.write(piece);
    if (pauseMs > 0) await sleep(pauseMs);
  }
  response.end();
}

function pairs(rawHeaders: readonly string[]): readonly [string, string][] {
  return rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as [string, string]] : []));
}
