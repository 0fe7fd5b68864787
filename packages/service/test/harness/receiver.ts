import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type Certificates, createCertificates } from './certificates.ts';

/** One request that reached the receiver. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** What it answers; a promise is answered when it resolves. */
export type Behaviour = (
  request: Received,
  count: number,
) => number | Promise<number> | 'hang' | 'reset' | { readonly status: number; readonly headers: Record<string, string> };

/** A real HTTPS receiver of webhooks that answers as it is told. */
export interface Receiver {
  readonly url: string;
  readonly authority: string;
  readonly received: readonly Received[];
  behave(behaviour: Behaviour): void;
  /** Resolves when so many requests have come that match. */
  waitFor(count: number, matches?: (request: Received) => boolean): Promise<Received[]>;
  close(): Promise<void>;
}

let shared: Promise<Certificates> | undefined;

/** @param certificates its own; those for loopback by default, which are made once */
export async function startReceiver(certificates?: Certificates): Promise<Receiver> {
  shared ??= createCertificates();
  const { certificate, key, authority } = certificates ?? (await shared);
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let behaviour: Behaviour = () => 204;
  const server: Server = createServer({ cert: certificate, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) };
      received.push(one);
      const answer = behaviour(one, received.length);
      for (const check of [...waiting]) check();
      if (answer === 'hang') return;
      if (answer === 'reset') {
        request.socket.destroy();
        return;
      }
      if (typeof answer === 'number') response.writeHead(answer).end();
      else if (answer instanceof Promise) void answer.then((status) => response.writeHead(status).end());
      else response.writeHead(answer.status, answer.headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://localhost:${port}`,
    authority,
    received,
    behave(next) {
      behaviour = next;
    },
    waitFor(count, matches = () => true) {
      return new Promise((resolve) => {
        const check = (): void => {
          const found = received.filter(matches);
          if (found.length < count) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      });
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
