import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { sendAndCut } from '../../src/wire/cut.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** A server that answers as told; hands over the first request once it is whole, and when its connection ended. */
async function serve(answer: 'at once' | 'never'): Promise<{ url: string; seen: Promise<{ request: IncomingMessage; body: string }> }> {
  let seen: (value: { request: IncomingMessage; body: string }) => void = () => {};
  const first = new Promise<{ request: IncomingMessage; body: string }>((resolve) => {
    seen = resolve;
  });
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (answer === 'at once') response.end('done');
    const closed = request.socket.destroyed ? undefined : once(request.socket, 'close');
    await closed;
    seen({ request, body });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen: first };
}

describe('a cut connection', () => {
  it.for([['at once', 'as the answer begins'] as const, ['never', 0] as const, ['at once', 5] as const])(
    'has carried the whole request: answered %s, cut at %s',
    async ([answer, cut]) => {
      const { url, seen } = await serve(answer);
      const body = JSON.stringify({ nome: 'Società' });
      await sendAndCut({ method: 'POST', url: `${url}/a/b?c=d`, headers: [['Idempotency-Key', 'k']], body }, cut, 5_000);
      const { request, body: received } = await seen;
      expect([request.method, request.url, request.headers['idempotency-key'], received]).toEqual(['POST', '/a/b?c=d', 'k', body]);
    },
  );

  it('that cannot be had is an error', async () => {
    await expect(sendAndCut({ method: 'GET', url: 'http://127.0.0.1:9', headers: [] }, 0, 1_000)).rejects.toHaveProperty('code');
  });
});
