import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as secure } from 'node:tls';
import { Agent } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Reply } from '../../src/model/webhook.ts';
import { confirm } from '../../src/receiver/endpoint.ts';
import { HangingConnection } from '../../src/receiver/hanging-connection.ts';
import { Receiver } from '../../src/receiver/receiver.ts';

const folder = mkdtempSync(join(tmpdir(), 'business-cloud-receiver-'));
const caFile = join(folder, 'ca.pem');
let receiver: Receiver;
let ca: Buffer;
let agent: Agent;

beforeAll(async () => {
  receiver = await Receiver.start({ listen: '127.0.0.1:0', publicUrl: 'https://localhost:{port}', caFile });
  ca = readFileSync(caFile);
  agent = new Agent({ connect: { ca } });
});

afterAll(async () => {
  await agent.destroy();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The status, or the code of the error. */
async function post(url: string): Promise<string> {
  const { origin, pathname } = new URL(url);
  const posted = agent.request({ origin, path: pathname, method: 'POST', body: '{}' });
  return await posted.then(
    ({ statusCode }) => String(statusCode),
    (error: NodeJS.ErrnoException) => String(error.code),
  );
}

describe('the receiver', () => {
  test('leaves it to the target when an idle connection is closed: an attempt that crosses a close would be lost', async () => {
    const { endpoint, url } = receiver.open('a-hook', confirm);
    const { origin, pathname } = new URL(url);
    const answer = await agent.request({ origin, path: pathname, method: 'POST', body: '{}' });
    expect(answer.statusCode).toBe(204);
    expect(endpoint.attempts.map(({ body }) => body.toString())).toEqual(['{}']);
    // A time-out would show up here.
    expect(answer.headers['keep-alive']).toBeUndefined();
    expect(answer.headers.connection).toBe('keep-alive');
  });

  test('closes a connection in good order, or resets it', async () => {
    const answered = (reply: Reply): Promise<string> => post(receiver.open(`a-hook-that-${String(reply)}s`, () => reply).url);
    expect(await answered('close')).toBe('UND_ERR_SOCKET');
    expect(await answered('reset')).toBe('ECONNRESET');
  });

  test('lets a connection hang until that is over, and confirms it then', async () => {
    const hang = new HangingConnection();
    const { endpoint, url } = receiver.open('a-hook-that-hangs', () => ({ hang }));
    const answered = post(url);
    expect(await endpoint.until(() => endpoint.attempts.length > 0, 10_000)).toBe(true);
    hang.end('blocking');
    expect([await answered, await hang.over, hang.givenUpAfterMs]).toEqual(['204', 'blocking', undefined]);
  });

  test('sees that a connection that hangs is given up', async () => {
    const hang = new HangingConnection();
    const { endpoint, url } = receiver.open('a-hook-that-is-given-up', () => ({ hang }));
    const { origin, pathname } = new URL(url);
    const givingUp = new AbortController();
    const answered = agent.request({ origin, path: pathname, method: 'POST', body: '{}', signal: givingUp.signal }).catch(() => 'given up');
    expect(await endpoint.until(() => endpoint.attempts.length > 0, 10_000)).toBe(true);
    hang.begin(3_600_000);
    givingUp.abort();
    expect([await answered, await hang.over, typeof hang.givenUpAfterMs]).toEqual(['given up', 'given up', 'number']);
  });

  test('lets a connection hang no longer than it may', async () => {
    const hang = new HangingConnection();
    const answered = post(receiver.open('a-hook-that-hangs-for-long', () => ({ hang })).url);
    hang.begin(1);
    expect([await answered, await hang.over]).toEqual(['204', 'at the limit']);
  });

  test('refuses connections at a port of its own, or breaks the next one off, and lets them in again', async () => {
    const aside = await receiver.openAside('a-hook-aside', confirm);
    if (aside === undefined) throw new Error('the receiver has a free port for it');
    const { port, endpoint, url } = aside;
    await port.shut();
    expect(await post(url)).toBe('ECONNREFUSED');
    expect(await port.reopen()).toBe(true);
    port.breakNext();
    expect(await post(url)).toBe('ECONNRESET');
    expect(await post(url)).toBe('204');
    expect(endpoint.attempts).toHaveLength(1);
    expect(port.connections).toBe(2);
  });

  test('has no such port where it is given one port', async () => {
    const single = await Receiver.start({ listen: '127.0.0.1:0', publicUrl: 'https://localhost', caFile });
    expect(await single.openAside('a-hook-aside', confirm)).toBeUndefined();
    await single.close();
  });

  test('knows the address of a connection that is gone before its request is read', async () => {
    const { endpoint, url } = receiver.open('a-hook-of-a-hasty-target', confirm);
    const { hostname, port, pathname } = new URL(url);
    const plain = connect(Number(port), '127.0.0.1');
    const socket = secure({ socket: plain, servername: hostname, ca });
    await once(socket, 'secureConnect');
    const requests = receiver.traffic.requests;
    socket.write(`POST ${pathname} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n`);
    await expect.poll(() => receiver.traffic.requests).toBe(requests + 1);
    socket.write('{}');
    plain.resetAndDestroy();
    expect(await endpoint.until(() => endpoint.attempts.length > 0, 10_000)).toBe(true);
    expect(endpoint.attempts[0]?.remoteAddress).toBe('127.0.0.1');
  });

  test('closes although a connection is not secured yet', { timeout: 30_000 }, async () => {
    const closing = await Receiver.start({ listen: '127.0.0.1:0', publicUrl: 'https://localhost:{port}', caFile });
    const aside = await closing.openAside('a-hook-aside', confirm);
    const ports = [new URL(closing.publicUrl).port, aside?.port.number];
    const gone = ports.map((port) =>
      once(
        connect(Number(port), '127.0.0.1').on('error', () => {}),
        'close',
      ),
    );
    await expect.poll(() => closing.traffic.connections).toBe(2);
    await closing.close();
    await Promise.all(gone);
  });
});
