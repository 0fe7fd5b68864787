import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { ConfigurationError } from '../config/configuration-error.ts';
import type { ReceiverConfig } from '../config/target.ts';
import { createIdentity } from './authority.ts';
import type { Delivery } from './delivery.ts';
import { Endpoint, type Reply, type Script } from './endpoint.ts';

/** A delivery larger than this is answered 413 and not kept. */
const largestBody = 16 * 1024 * 1024;

/** What reached the receiver: a connection that brings no request tells of a certificate that is not trusted. */
export interface Reached {
  connections: number;
  requests: number;
  /** Codes of handshakes that the other side broke off. */
  readonly refusedHandshakes: string[];
}

/** The suite's HTTPS server: one endpoint for each webhook, found by the last segment of the path. */
export class Receiver {
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #server: Server;
  readonly reached: Reached = { connections: 0, requests: 0, refusedHandshakes: [] };
  #publicUrl = '';
  #listensOn = '';

  private constructor(server: Server) {
    this.#server = server;
  }

  /**
   * Listens; without a certificate of its own it makes an authority and writes that to `caFile`.
   * @throws ConfigurationError when it cannot listen, or a file cannot be read or written.
   */
  static async start(config: ReceiverConfig): Promise<Receiver> {
    const server = secureServer(await serverIdentity(config));
    const receiver = new Receiver(server);
    server.on('request', (request, response) => receiver.#take(request, response));
    server.on('connection', () => {
      receiver.reached.connections += 1;
    });
    server.on('tlsClientError', (error) => void receiver.reached.refusedHandshakes.push(codeOf(error)));
    await listen(server, config.listen);
    const port = String((server.address() as AddressInfo).port);
    receiver.#publicUrl = config.publicUrl.replaceAll('{port}', port).replace(/\/+$/, '');
    receiver.#listensOn = config.listen.replace(/\d+$/, port);
    return receiver;
  }

  /** The address that targets are given, without a path. */
  get publicUrl(): string {
    return this.#publicUrl;
  }

  /** Host and port. */
  get listensOn(): string {
    return this.#listensOn;
  }

  /** Opens an endpoint; its name must be new. */
  open(name: string, script: Script): { readonly endpoint: Endpoint; readonly url: string } {
    const endpoint = new Endpoint(name, script);
    this.#endpoints.set(name, endpoint);
    return { endpoint, url: `${this.#publicUrl}/${name}` };
  }

  async close(): Promise<void> {
    for (const endpoint of this.#endpoints.values()) endpoint.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    this.reached.requests += 1;
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= largestBody) chunks.push(chunk);
    });
    request.on('error', () => {});
    request.on('end', () => {
      const endpoint = this.#endpoints.get((request.url ?? '').split('?')[0]?.split('/').at(-1) ?? '');
      if (endpoint === undefined) return respond(request, response, { status: 404 });
      if (size > largestBody) return respond(request, response, { status: 413 });
      respond(request, response, endpoint.take(this.#delivery(request, Buffer.concat(chunks))));
    });
  }

  #delivery(request: IncomingMessage, body: Buffer): Delivery {
    return {
      method: request.method ?? '',
      path: request.url ?? '',
      rawHeaders: request.rawHeaders,
      body,
      remoteAddress: request.socket.remoteAddress ?? '',
      arrivedAt: Date.now(),
    };
  }
}

function respond(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (reply === 'reset') {
    request.socket.destroy();
    return;
  }
  if ('silentForMs' in reply) {
    setTimeout(() => request.socket.destroy(), reply.silentForMs).unref();
    return;
  }
  response.writeHead(reply.status, { ...reply.headers });
  response.end();
}

function publicAddress(publicUrl: string): URL {
  const text = publicUrl.replaceAll('{port}', '443');
  if (URL.canParse(text)) return new URL(text);
  throw new ConfigurationError(`receiver.publicUrl: ${publicUrl} is no address; write one such as https://localhost:{port}.`);
}

function secureServer(identity: { cert: string | Buffer; key: string | Buffer }): Server {
  try {
    // An idle connection is the target's to close: one that is closed while it sends the next attempt would cost it that attempt.
    return createServer({ ...identity, keepAliveTimeout: 0 });
  } catch (error) {
    throw new ConfigurationError(
      `receiver.tls: cert and key are no certificate and its key (${codeOf(error)}); name two PEM files that belong together.`,
    );
  }
}

async function serverIdentity(config: ReceiverConfig): Promise<{ cert: string | Buffer; key: string | Buffer }> {
  if (config.tls) return { cert: read(config.tls.cert, 'receiver.tls.cert'), key: read(config.tls.key, 'receiver.tls.key') };
  const { hostname } = publicAddress(config.publicUrl);
  const names = new Set([hostname.replace(/^\[|\]$/g, ''), 'localhost', '127.0.0.1', '::1']);
  const identity = await createIdentity([...names]);
  try {
    writeFileSync(config.caFile, identity.authority);
  } catch (error) {
    throw new ConfigurationError(
      `receiver.caFile: ${config.caFile} cannot be written (${codeOf(error)}); name a file in a folder that exists.`,
    );
  }
  return { cert: identity.certificate, key: identity.key };
}

function read(file: string, setting: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new ConfigurationError(`${setting}: ${file} cannot be read (${codeOf(error)}).`);
  }
}

async function listen(server: Server, address: string): Promise<void> {
  const at = address.lastIndexOf(':');
  const host = address.slice(0, at).replace(/^\[|\]$/g, '');
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(Number(address.slice(at + 1)), host, resolve);
    });
  } catch (error) {
    throw new ConfigurationError(`receiver.listen: ${address} cannot be listened on (${codeOf(error)}); choose another address or port 0.`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
