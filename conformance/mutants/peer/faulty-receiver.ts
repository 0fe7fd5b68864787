import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseReceiverTarget, type ReceiverTarget } from '../../src/index.ts';
import { type Evento, type Receiver, type ReceiverParts, rightParts } from './receiver-parts.ts';

const SECRET = 'whsec_Rq8sV2tY5wZ1xC4bN7mK0jH3gF6dS9aP';

/** A receiver that runs, and how it is described to the suite. */
export interface StartedReceiver {
  readonly target: ReceiverTarget;
  readonly close: () => Promise<void>;
}

/** Starts a receiver on loopback, with some parts in the place of the right ones. */
export async function startReceiver(parts: Partial<ReceiverParts> = {}): Promise<StartedReceiver> {
  const all = { ...rightParts, ...parts };
  const processed = new Map<string, number>();
  const process = async (evento: Evento): Promise<void> => {
    await all.work(evento);
    processed.set(evento.EventGuid, (processed.get(evento.EventGuid) ?? 0) + 1);
  };
  const receiver: Receiver = { parts: all, secret: SECRET, seen: all.seenEvents(), process };
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.end(JSON.stringify({ processed: Object.fromEntries(processed) }));
      return;
    }
    const { headers } = request;
    const arrival = { headers, body: await bodyOf(request), remoteAddress: request.socket.remoteAddress ?? '' };
    // What nobody thought of is answered 500, as frameworks do.
    response.statusCode = await all.receive(arrival, receiver).catch(() => 500);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  return {
    target: parseReceiverTarget({
      target: `${address}/webhook`,
      secret: SECRET,
      effects: `${address}/effects`,
      foreignAddress: '127.0.0.2',
    }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
