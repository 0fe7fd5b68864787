import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { header } from '../../src/http/answer.ts';
import { Driver } from '../../src/http/driver.ts';
import { LostAnswer } from '../../src/http/lost-answer.ts';
import { Stopped } from '../../src/http/stopped.ts';
import type { Call, Exchange } from '../../src/model/exchange.ts';
import { createIdentity } from '../../src/receiver/authority.ts';

const open: { close: () => unknown }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

async function serve(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({ close: () => server.close() });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function driver(longestWaitMs = 5_000): Driver {
  const made = new Driver({ answerWithinMs: 60_000, longestWaitMs });
  open.push(made);
  return made;
}

function http(listener: RequestListener): Promise<string> {
  return serve(createServer(listener));
}

const nowhere = (): void => {};

describe('what stands in front of a target', () => {
  test('gets its configured headers, which no exchange shows and no other host gets', async () => {
    const [url, elsewhere] = await Promise.all(
      [1, 2].map(() => http((request, response) => response.end(JSON.stringify(request.headers)))),
    );
    const extra = { origins: new Set([url ?? '']), headers: [['X-Gate', 'secret']] as const };
    const gated = new Driver({ answerWithinMs: 60_000, longestWaitMs: 0, extra });
    open.push(gated);
    const shown: Exchange[] = [];
    const headersAt = async (at = ''): Promise<unknown> =>
      JSON.parse((await gated.sendOnce({ method: 'GET', url: at, headers: [] }, (exchange) => void shown.push(exchange))).body);
    expect(await headersAt(url)).toMatchObject({ 'x-gate': 'secret' });
    expect(await headersAt(elsewhere)).not.toHaveProperty('x-gate');
    expect(JSON.stringify(shown.map(({ call }) => call))).not.toContain('secret');
  });

  test('gets a client certificate if it asks for one', async () => {
    const { certificate, key, authority } = await createIdentity(['localhost', '127.0.0.1']);
    const options = { cert: certificate, key, ca: authority, requestCert: true, rejectUnauthorized: false };
    const server = createSecureServer(options, ({ socket }, response) => {
      response.end(String((socket as TLSSocket).getPeerCertificate().subject?.CN));
    });
    const url = (await serve(server)).replace('http:', 'https:');
    const sentBy = async (client?: { cert: string; key: string }): Promise<string> => {
      const made = new Driver({ answerWithinMs: 60_000, longestWaitMs: 0, tls: { authority, client } });
      open.push(made);
      return (await made.sendOnce({ method: 'GET', url, headers: [] }, nowhere)).body;
    };
    expect(await sentBy({ cert: certificate, key })).toBe('Business Cloud conformance receiver');
    expect(await sentBy()).toBe('undefined');
  });
});

/** A target that breaks the connection of these requests, counted from 1, before or after they take effect. */
async function breaking(broken: readonly number[], answer: (count: number) => [status: number, headers?: Record<string, string>]) {
  let count = 0;
  const url = await http((request, response) => {
    count += 1;
    const [status, headers] = answer(count);
    if (broken.includes(count)) request.socket.resetAndDestroy();
    else response.writeHead(status, headers).end();
  });
  return { url, count: () => count };
}

describe('an answer that is lost', () => {
  test.for([
    { method: 'GET', headers: [] },
    { method: 'DELETE', headers: [] },
    { method: 'POST', headers: [['Idempotency-Key', 'key']] },
    { method: 'POST', headers: [], operation: 'authenticate' },
    { method: 'PUT', headers: [], body: '{"ConcurrencyToken":"1"}' },
  ] as const)('is asked for again where that has one effect: %o', async (call) => {
    const { url, count } = await breaking([1, 2], () => [200]);
    expect([(await driver().send({ ...call, url }, nowhere)).status, count()]).toEqual([200, 3]);
  });

  test.for([
    { method: 'POST', headers: [] },
    { method: 'PUT', headers: [], body: '{}' },
  ] as const)('is not asked for again where that might have two effects: %o', async (call) => {
    const { url, count } = await breaking([1], () => [200]);
    await expect(driver().send({ ...call, url }, nowhere)).rejects.toThrow(LostAnswer);
    expect(count()).toBe(1);
  });

  test('of a creation makes each later creation carry its own key', async () => {
    const { url, count } = await breaking([1, 3], () => [201]);
    const keys: (string | undefined)[] = [];
    const record = ({ call }: Exchange): void => void keys.push(call.headers.find(([name]) => name === 'Idempotency-Key')?.[1]);
    const [made, call] = [driver(), { method: 'POST', url, headers: [], operation: 'createAnagrafica' } as const];
    await expect(made.send(call, record)).rejects.toThrow(LostAnswer);
    await made.send(call, record);
    expect((await made.send(call, record)).status).toBe(201);
    const [none, first, second, again] = keys;
    expect([none, typeof first, first === second, again === second, count()]).toEqual([undefined, 'string', false, true, 4]);
  });

  test('is given up after repeated losses', async () => {
    const { url, count } = await breaking([1, 2, 3, 4, 5], () => [200]);
    await expect(driver().send({ method: 'GET', url, headers: [] }, nowhere)).rejects.toThrow(LostAnswer);
    expect(count()).toBe(4);
  });

  test.for([
    { method: 'DELETE', headers: [], status: 404 },
    { method: 'PUT', headers: [], body: '{"ConcurrencyToken":"1"}', status: 422 },
    { method: 'POST', headers: [['Idempotency-Key', 'key']], status: 409 },
  ] as const)('is not known where what came later tells of it: %o', async ({ status, ...call }) => {
    const { url } = await breaking([1], () => [status]);
    const lost = await driver()
      .send({ ...call, url }, nowhere)
      .catch((error: unknown) => error);
    expect(lost).toMatchObject({ later: { status } });
  });

  test('counts as not replayed, unless another answer was replayed before (IDEM-02)', async () => {
    const marked = { 'Idempotent-Replayed': 'true' };
    const { url } = await breaking([1, 3], () => [201, marked]);
    const made = driver();
    const call: Call = { method: 'POST', url, headers: [['Idempotency-Key', 'key']] };
    expect(header(await made.send(call, nowhere), 'Idempotent-Replayed')).toBeUndefined();
    expect(header(await made.send(call, nowhere), 'Idempotent-Replayed')).toBe('true');
  });

  test('counts as replayed after an answer to a call that is not repeated (IDEM-06)', async () => {
    const { url } = await breaking([2], (count) => [201, count === 1 ? {} : { 'Idempotent-Replayed': 'true' }]);
    const made = driver();
    const call: Call = { method: 'POST', url, headers: [['Idempotency-Key', 'key']] };
    await made.sendUnrepeated(call, nowhere);
    expect(header(await made.send(call, nowhere), 'Idempotent-Replayed')).toBe('true');
  });
});

describe('the driver', () => {
  test('sends a body that is no UTF-8 byte by byte', async () => {
    const url = await http((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => response.end(Buffer.concat(chunks).toString('hex')));
    });
    const call: Call = { method: 'POST', url, headers: [], body: 'é', encoding: 'latin1' };
    expect((await driver().send(call, nowhere)).body).toBe('e9');
    expect((await driver().send({ method: 'POST', url, headers: [], body: 'é' }, nowhere)).body).toBe('c3a9');
  });

  test('sends header names in the case they are written in, and the path as it stands', async () => {
    const url = await http((request, response) => response.end(JSON.stringify([request.url, request.rawHeaders])));
    const answer = await driver().send({ method: 'GET', url: `${url}/a/../%7b?x=1`, headers: [['x-SERVICE-ApiKey', 'k']] }, nowhere);
    expect(JSON.parse(answer.body)).toEqual(['/a/../%7b?x=1', expect.arrayContaining(['x-SERVICE-ApiKey', 'k'])]);
  });

  test('sends a body in chunks where a header says so, and one with a method that takes none', async () => {
    const url = await http(async (request, response) => {
      let length = 0;
      for await (const chunk of request) length += chunk.length;
      response.end(JSON.stringify([request.method, request.headers['transfer-encoding'], request.headers['content-length'], length]));
    });
    const sent = async (method: string, headers: Call['headers'], body: string): Promise<unknown> =>
      JSON.parse((await driver().send({ method, url, headers, body }, nowhere)).body);
    expect(await sent('POST', [['Transfer-Encoding', 'chunked']], 'é'.repeat(100_000))).toEqual(['POST', 'chunked', null, 200_000]);
    for (const method of ['GET', 'DELETE']) expect(await sent(method, [], 'x')).toEqual([method, null, '1', 1]);
  });

  test('waits as a 429 says and sends the call again', async () => {
    let calls = 0;
    const url = await http((_request, response) => {
      calls += 1;
      if (calls === 1) response.writeHead(429, { 'Retry-After': '0' });
      response.end('ok');
    });
    const exchanges: Exchange[] = [];
    const answer = await driver().send({ method: 'GET', url, headers: [] }, (exchange) => exchanges.push(exchange));
    expect(answer.status).toBe(200);
    expect(exchanges.map(({ answer: seen }) => seen?.status)).toEqual([429, 200]);
  });

  test('waits if a 503 says so, and after a 429 without Retry-After', async () => {
    const firsts: readonly (readonly [number, Record<string, string>])[] = [
      [503, { 'Retry-After': '0' }],
      [429, {}],
    ];
    for (const [status, headers] of firsts) {
      let calls = 0;
      const url = await http((_request, response) => {
        calls += 1;
        response.writeHead(calls === 1 ? status : 200, calls === 1 ? headers : {}).end();
      });
      expect((await driver().send({ method: 'GET', url, headers: [] }, nowhere)).status).toBe(200);
    }
    const down = await http((_request, response) => response.writeHead(503).end());
    expect((await driver().send({ method: 'GET', url: down, headers: [] }, nowhere)).status).toBe(503);
  });

  test('waits only once for a 429 that does not pass', async () => {
    const url = await http((_request, response) => response.writeHead(429).end());
    const [one, exchanges]: [Driver, Exchange[]] = [driver(), []];
    for (let call = 0; call < 3; call += 1)
      expect((await one.send({ method: 'POST', url, headers: [] }, (exchange) => exchanges.push(exchange))).status).toBe(429);
    expect(exchanges.length).toBe(6);
  });

  test('returns a 429 with a wait that is too long', async () => {
    const url = await http((_request, response) => response.writeHead(429, { 'Retry-After': '3600' }).end());
    expect((await driver().send({ method: 'GET', url, headers: [] }, nowhere)).status).toBe(429);
  });

  test('says that a connection closed without an answer lost it, and may have been the reuse', async () => {
    const url = await serve(createTcpServer((socket) => void socket.once('data', () => socket.destroy())));
    const loss = await driver()
      .send({ method: 'POST', url, headers: [], body: '{}' }, nowhere)
      .catch((error: unknown) => error);
    expect(loss).toBeInstanceOf(LostAnswer);
    expect(loss).toHaveProperty('reusable', true);
  });

  test.for<readonly [string, RequestListener]>([
    ['stays silent', nowhere],
    ['begins an answer and never ends it', (_request, response) => void response.writeHead(200).write('{')],
    [
      'sends an answer so slowly that it does not end in time',
      (_request, response) => {
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('loses the answer of a target that %s, and cuts the connection', async ([, listener]) => {
    const { promise: cut, resolve } = Promise.withResolvers<void>();
    const url = await http((request, response) => {
      request.socket.once('close', () => resolve());
      listener(request, response);
    });
    const impatient = new Driver({ answerWithinMs: 1_000, longestWaitMs: 0 });
    open.push(impatient);
    const lost: (string | undefined)[] = [];
    await expect(impatient.send({ method: 'GET', url, headers: [] }, (exchange) => lost.push(exchange.lost))).rejects.toThrow(LostAnswer);
    expect(lost).toEqual(['no answer in time']);
    await cut;
  });

  test('blames no lost answer on reuse after it has given reuse up', async () => {
    const url = await serve(createTcpServer((socket) => void socket.once('data', () => socket.destroy())));
    const made = driver();
    await made.giveUpKeepAlive();
    const loss = await made.send({ method: 'GET', url, headers: [] }, nowhere).catch((error: unknown) => error);
    expect(loss).toHaveProperty('reusable', false);
  });

  test('takes a new connection for each call once it has given up reuse', async () => {
    const ports = new Set<number | undefined>();
    const url = await http((request, response) => {
      ports.add(request.socket.remotePort);
      response.end();
    });
    const made = driver();
    await made.giveUpKeepAlive();
    for (let call = 0; call < 3; call += 1) await made.send({ method: 'GET', url, headers: [] }, nowhere);
    expect(ports.size).toBe(3);
  });

  test.for([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('reads a body that comes in %s unasked', async ([encoding, compress]) => {
    const url = await http((_request, response) => response.setHeader('Content-Encoding', encoding).end(compress('già')));
    expect((await driver().send({ method: 'GET', url, headers: [] }, nowhere)).body).toBe('già');
  });

  test.for(['identity', '__proto__', 'constructor'])('takes a body as it came in a coding that it does not know: %s', async (encoding) => {
    const url = await http((_request, response) => response.setHeader('Content-Encoding', encoding).end('già'));
    expect((await driver().send({ method: 'GET', url, headers: [] }, nowhere)).body).toBe('già');
  });

  test('takes the answer that follows an interim one', async () => {
    const url = await http((_request, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.writeHead(201, { 'X-Token': 'a' }).end('ok');
    });
    const answer = await driver().send({ method: 'GET', url, headers: [] }, nowhere);
    expect([answer.status, answer.body, header(answer, 'X-Token'), header(answer, 'Link')]).toEqual([201, 'ok', 'a', undefined]);
  });

  test('keeps every value of a repeated header', async () => {
    const url = await http((_request, response) => response.setHeader('X-Token', ['a', 'b']).end());
    expect(header(await driver().send({ method: 'GET', url, headers: [] }, nowhere), 'x-token')).toBe('a, b');
  });
});

describe('a stopped driver', () => {
  test('sends nothing more, and lets the current call finish', async () => {
    const stop = new AbortController();
    const url = await http((_request, response) => void setTimeout(() => response.end('done'), 50));
    const made = new Driver({ answerWithinMs: 60_000, longestWaitMs: 0, signal: stop.signal });
    open.push(made);
    const underWay = made.send({ method: 'POST', url, headers: [] }, nowhere);
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    await expect(made.send({ method: 'GET', url, headers: [] }, nowhere)).rejects.toBeInstanceOf(Stopped);
    await made.settled(60_000);
    expect((await underWay).body).toBe('done');
  });

  test('wakes from the wait that a 429 asked for', async () => {
    const stop = new AbortController();
    const url = await http((_request, response) => response.writeHead(429, { 'Retry-After': '3600' }).end());
    const made = new Driver({ answerWithinMs: 60_000, longestWaitMs: 3_600_000, signal: stop.signal });
    open.push(made);
    const waiting = made.send({ method: 'GET', url, headers: [] }, () => setImmediate(() => stop.abort()));
    await expect(waiting).rejects.toBeInstanceOf(Stopped);
  });

  test('leaves a second driver for the removal', async () => {
    const url = await http((_request, response) => response.end('ok'));
    const made = new Driver({ answerWithinMs: 60_000, longestWaitMs: 0, signal: AbortSignal.abort() });
    const heir = made.stoppedBy(undefined);
    open.push(made, heir);
    expect((await heir.send({ method: 'DELETE', url, headers: [] }, nowhere)).status).toBe(200);
  });
});
