import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { InputError } from '#command-line';
import type { Certificate } from './certificate.ts';

/** A server that listens. */
export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Ends it when the signal says so. */
  closed(signal: AbortSignal): Promise<void>;
}

/** Where to listen, and with which certificate; without one it is http. */
export interface ListeningOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: Certificate | undefined;
}

/** @throws {InputError} when the address cannot be used, or the certificate */
export async function startListening(listener: RequestListener, { host, port, tls }: ListeningOptions): Promise<Listening> {
  const server = tls === undefined ? createServer(listener) : tlsServer(tls, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      reject(new InputError(`--port ${port} on --host ${host} cannot be used (${code}). Choose another one.`));
    });
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  const url = `${tls === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${bound}/`;
  return { url, port: bound, closed: (signal) => closed(server, signal) };
}

function tlsServer(tls: Certificate, listener: RequestListener): Server {
  try {
    return createTlsServer({ cert: tls.cert, key: tls.key }, listener);
  } catch (error) {
    throw new InputError(
      `--tls-cert and --tls-key are no certificate and its key in PEM: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

async function closed(server: Server, signal: AbortSignal): Promise<void> {
  const end = () => {
    server.close();
    server.closeAllConnections();
  };
  return new Promise((resolve) => {
    server.once('close', resolve);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
