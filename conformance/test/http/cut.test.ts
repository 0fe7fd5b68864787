import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendAndCut } from '../../src/http/cut.ts';
import type { Cut } from '../../src/model/exchange.ts';
import { createIdentity, type Identity } from '../../src/receiver/authority.ts';

/** A request as a server saw it, and whether its answer went out before the connection ended. */
interface Seen {
  readonly request: IncomingMessage;
  readonly body: string;
  readonly answered: boolean;
}

type Road = 'http' | 'TLS 1.2' | 'TLS 1.3';
type Answering = 'at once' | 'once the connection has ended';

const SLOW_MS = 100;

const servers: Server[] = [];
let identity: Identity;

beforeAll(async () => {
  identity = await createIdentity(['127.0.0.1']);
});

afterAll(() => {
  for (const server of servers) server.close();
});

/** A server with the given answer. Resolves with the first request when that is complete and its connection has ended. */
async function serve(road: Road, answering: Answering): Promise<{ url: string; seen: Promise<Seen> }> {
  const { promise: seen, resolve } = Promise.withResolvers<Seen>();
  const listener: RequestListener = async (request: IncomingMessage, response: ServerResponse) => {
    const closed = new Promise((ended) => request.socket.once('close', ended));
    request.setEncoding('utf8');
    // It reads slowly, so that a reset would discard what it has not read yet.
    await sleep(SLOW_MS);
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (answering === 'at once') response.end('done');
    await closed;
    if (answering !== 'at once') response.end('done');
    resolve({ request, body, answered: response.writableFinished });
  };
  const { url } = await listen(road, listener);
  return { url, seen };
}

async function listen(road: Road, listener: RequestListener): Promise<{ readonly server: Server; readonly url: string }> {
  const version = road === 'TLS 1.2' ? 'TLSv1.2' : 'TLSv1.3';
  const tls = { cert: identity.certificate, key: identity.key, minVersion: version, maxVersion: version } as const;
  const server = road === 'http' ? createServer(listener) : createTlsServer(tls, listener);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { server, url: `${road === 'http' ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const body = JSON.stringify({ nome: 'Società '.repeat(40_000) });

describe.each<Road>(['http', 'TLS 1.2', 'TLS 1.3'])('a connection over %s that is cut', (road) => {
  test.for([
    ['at once', 'as the answer begins'],
    ['at once', 5],
    ['once the connection has ended', 0],
    ['once the connection has ended', 30],
  ] as const)('has carried the whole request: answered %s, cut at %s', async ([answering, cut]) => {
    const { url, seen } = await serve(road, answering);
    await sendAndCut({ method: 'POST', url: `${url}/a/b?c=d`, headers: [['Idempotency-Key', 'k']], body }, cut, 5_000, identity);
    const { request, body: received } = await seen;
    expect([request.method, request.url, request.headers['idempotency-key'], received === body]).toEqual(['POST', '/a/b?c=d', 'k', true]);
  });

  test.for(['with the last byte', 0, 1, 10] as const)('loses the answer: cut at %s', async (cut) => {
    const { url, seen } = await serve(road, 'once the connection has ended');
    await sendAndCut({ method: 'PUT', url: `${url}/`, headers: [], body }, cut, 5_000, identity);
    const { body: received, answered } = await seen;
    expect({ whole: received === body, answered }).toEqual({ whole: true, answered: false });
  });
});

test.each<Road>(['http', 'TLS 1.2', 'TLS 1.3'])(
  'a connection over %s that is reset ends in an error, and one that is closed does not',
  async (road) => {
    const ends = async (cut: Cut): Promise<readonly unknown[]> => {
      const { server, url } = await listen(road, (request) => void request.resume());
      const errors: unknown[] = [];
      const ended = new Promise<void>((resolve) => {
        server.on(road === 'http' ? 'connection' : 'secureConnection', (socket: Socket) => {
          socket.on('error', ({ code }: NodeJS.ErrnoException) => errors.push(code)).on('close', () => resolve());
        });
      });
      await sendAndCut({ method: 'PUT', url: `${url}/`, headers: [], body }, cut, 5_000, identity);
      await ended;
      return errors;
    };
    expect(await ends('reset')).toEqual(['ECONNRESET']);
    expect(await ends(10)).toEqual([]);
  },
);

describe('a connection that cannot be had', () => {
  test('is an error', async () => {
    await expect(sendAndCut({ method: 'GET', url: 'http://127.0.0.1:9', headers: [] }, 0, 1_000)).rejects.toHaveProperty('code');
  });

  test('is an error where the certificate is not trusted', async () => {
    const { url } = await serve('TLS 1.3', 'at once');
    const sent = sendAndCut({ method: 'GET', url, headers: [] }, 0, 1_000);
    await expect(sent).rejects.toHaveProperty('code', expect.stringMatching(/CERT|SIGNATURE|ISSUER/));
  });
});
