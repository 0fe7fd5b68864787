import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseReceiverTarget, type ReceiverTarget } from '../../src/index.ts';
import { createIdentity } from '../../src/receiver/authority.ts';
import { type Evento, type Receiver, type ReceiverParts, rightParts } from './receiver-parts.ts';

const SECRET = 'whsec_Rq8sV2tY5wZ1xC4bN7mK0jH3gF6dS9aP';

/** A running receiver, and its description for the suite. */
export interface StartedReceiver {
  readonly target: ReceiverTarget;
  readonly close: () => Promise<void>;
}

/** Starts a receiver on loopback with some replaced parts. */
export async function startReceiver(parts: Partial<ReceiverParts> = {}, tls = false): Promise<StartedReceiver> {
  const all = { ...rightParts, ...parts };
  const processed = new Map<string, number>();
  const process = async (evento: Evento): Promise<void> => {
    await all.work(evento);
    processed.set(evento.EventGuid, (processed.get(evento.EventGuid) ?? 0) + 1);
  };
  const receiver: Receiver = { parts: all, secret: SECRET, seen: all.seenEvents(), process };
  const listener: RequestListener = async (request, response) => {
    if (request.method === 'GET') {
      response.end(JSON.stringify({ processed: Object.fromEntries(processed) }));
      return;
    }
    const { headers } = request;
    const arrival = { headers, body: await bodyOf(request), remoteAddress: request.socket.remoteAddress ?? '' };
    // Frameworks answer an unexpected error with 500.
    all.answer(await all.receive(arrival, receiver).catch(() => 500), response);
  };
  const { server, caFile, scheme } = tls ? await secureServer(listener) : plainServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = `${scheme}://${tls ? 'localhost' : '127.0.0.1'}:${port}`;
  return {
    target: parseReceiverTarget({
      target: `${address}/webhook`,
      secret: SECRET,
      effects: `${address}/effects`,
      foreignAddress: '127.0.0.2',
      ...(caFile !== undefined && { caFile }),
    }),
    close: async () => {
      if (caFile !== undefined) rmSync(join(caFile, '..'), { recursive: true });
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A server, with the scheme of its address and its certificate. */
interface Served {
  readonly server: Server;
  readonly scheme: 'http' | 'https';
  /** The certificate of its CA. */
  readonly caFile?: string;
}

function plainServer(listener: RequestListener): Served {
  return { server: createServer(listener), scheme: 'http' };
}

/** A server for `localhost`. */
async function secureServer(listener: RequestListener): Promise<Served> {
  const { certificate, key, authority } = await createIdentity(['localhost']);
  const caFile = join(mkdtempSync(join(tmpdir(), 'receiver-')), 'ca.pem');
  writeFileSync(caFile, authority);
  return { server: createSecureServer({ cert: certificate, key }, listener), scheme: 'https', caFile };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
