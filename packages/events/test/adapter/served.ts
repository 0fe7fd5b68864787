import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import express from 'express';
import fastify from 'fastify';
import { onTestFinished } from 'vitest';
import { expressReceiver } from '../../src/express.ts';
import { fastifyReceiver } from '../../src/fastify.ts';
import { fetchReceiver } from '../../src/fetch.ts';
import type { Receiver } from '../../src/index.ts';
import { nodeReceiver } from '../../src/node.ts';

export const PATH = '/webhook';

/** An adapter behind its framework, as a server of node:http. */
export interface Adapter {
  readonly name: string;
  listener(receiver: Receiver): RequestListener | Promise<RequestListener>;
}

export const ADAPTERS: readonly Adapter[] = [
  { name: 'node:http', listener: nodeReceiver },
  { name: 'Express', listener: (receiver) => express().post(PATH, expressReceiver(receiver)) },
  {
    name: 'Express behind express.raw()',
    listener: (receiver) =>
      express()
        .use(express.raw({ type: () => true, limit: '2mb', inflate: false }))
        .post(PATH, expressReceiver(receiver)),
  },
  {
    name: 'Fastify',
    async listener(receiver) {
      const app = fastify();
      app.post('/other', async (request) => request.body); // its own parsers stay
      await app.register(fastifyReceiver(receiver, { path: PATH }));
      await app.ready();
      return app.routing;
    },
  },
  { name: 'Fetch API', listener: (receiver) => throughFetch(fetchReceiver(receiver)) },
];

/** The adapters that read the body themselves, and so must end bodies that are slow or endless. */
export const READING_ADAPTERS: readonly Adapter[] = ADAPTERS.filter(({ name }) => !name.includes('raw'));

/** Serves on a free port of loopback until the test ends. */
export async function serve(listener: RequestListener): Promise<{ readonly port: number; readonly url: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}${PATH}` };
}

/** What a server of the Fetch API (Hono's, Next's) does: it makes a Request of what arrives, and writes the Response back. */
function throughFetch(handle: ReturnType<typeof fetchReceiver>): RequestListener {
  return async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const body = incoming.method === 'GET' ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>);
    const init = { method: incoming.method ?? '', headers, body, duplex: 'half' as const };
    const request = new Request(`http://localhost${incoming.url}`, init);
    const response = await handle(request, { remoteAddress: incoming.socket.remoteAddress });
    outgoing.statusCode = response.status;
    outgoing.setHeaders(response.headers);
    outgoing.end(await response.text());
  };
}
