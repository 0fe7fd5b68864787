import type { IncomingMessage, RequestListener } from 'node:http';
import { Readable } from 'node:stream';
import { createReceiver, type Receiver } from '@business-cloud/events';
import { expressReceiver } from '@business-cloud/events/express';
import { fastifyReceiver } from '@business-cloud/events/fastify';
import { fetchReceiver } from '@business-cloud/events/fetch';
import { nodeReceiver } from '@business-cloud/events/node';
import { createReceiver as createWebReceiver } from '@business-cloud/events/web';
import express from 'express';
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { parseReceiverTarget, runReceiverConformance } from '../../src/index.ts';
import { served } from './served.ts';

const SECRET = 'whsec_Rq8sV2tY5wZ1xC4bN7mK0jH3gF6dS9aP';

type Create = typeof createReceiver;

/** Each adapter of the package, behind its framework. */
const adapters: readonly (readonly [
  name: string,
  create: Create,
  listener: (receiver: Receiver) => RequestListener | Promise<RequestListener>,
])[] = [
  ['node:http', createReceiver, nodeReceiver],
  ['Express', createReceiver, (receiver) => express().post('/webhook', expressReceiver(receiver))],
  [
    'Fastify',
    createReceiver,
    async (receiver) => {
      const app = fastify();
      await app.register(fastifyReceiver(receiver, { path: '/webhook' }));
      await app.ready();
      return app.routing;
    },
  ],
  ['the Fetch API', createReceiver, (receiver) => throughFetch(fetchReceiver(receiver))],
  ['the Fetch API with Web Crypto', createWebReceiver, (receiver) => throughFetch(fetchReceiver(receiver))],
];

describe('a receiver on @business-cloud/events', () => {
  test.for(adapters)('behind %s keeps every rule', async ([, create, listener]) => {
    const processed = new Map<string, number>();
    const receiver = create({
      secret: SECRET,
      senders: { addresses: ['127.0.0.1'] },
      onEvent: ({ EventGuid }) => void processed.set(EventGuid, (processed.get(EventGuid) ?? 0) + 1),
    });
    const handle = await listener(receiver);
    const address = await served((request, response) => {
      if (request.method === 'POST') handle(request, response);
      else response.end(JSON.stringify({ processed: Object.fromEntries(processed) }));
    });
    const target = parseReceiverTarget({
      target: `${address}/webhook`,
      secret: SECRET,
      effects: `${address}/effects`,
      foreignAddress: '127.0.0.2',
    });
    const { rules } = await runReceiverConformance(target, { profile: 'reference', budget: 'quick' });
    expect(
      rules.filter(({ outcome }) => outcome !== 'pass').map(({ id, outcome, failure, reason }) => [id, outcome, failure ?? reason]),
    ).toEqual([
      ['RCV-17', 'skip', expect.any(String)],
      ['RCV-18', 'skip', expect.any(String)],
    ]);
  });
});

/** A minimal server of the Fetch API. It turns a request into a Request, and writes the Response back. */
function throughFetch(handle: ReturnType<typeof fetchReceiver>): RequestListener {
  return async (incoming: IncomingMessage, outgoing) => {
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const init = { method: 'POST', headers, body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' as const };
    const response = await handle(new Request(`http://localhost${incoming.url}`, init), { remoteAddress: incoming.socket.remoteAddress });
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
  };
}
