import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { withoutTrailingSlashes } from '../http/base-address.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { ReceiverConfig } from '../model/target.ts';
import type { Attempt, Reply, Script } from '../model/webhook.ts';
import { ReceiverEndpoint } from './endpoint.ts';
import { OwnPort } from './extra-port.ts';
import { Patience } from './patience.ts';
import { codeOf, secureServer } from './secure-server.ts';

/** The time between two pieces of an endless body. It must be shorter than a target's idle timeout. */
const PIECE_EVERY_MS = 500;

/** A delivery larger than this is answered 413 and not kept. */
const LARGEST_BODY = 16 * 1024 * 1024;

/** What reached the receiver. A connection without a request means that the certificate is not trusted. */
export interface Traffic {
  connections: number;
  requests: number;
  /** Error codes of TLS handshakes that the other side broke off. */
  readonly refusedHandshakes: string[];
}

/** The suite's HTTPS server: one endpoint for each webhook, found by the last segment of the path. */
export class Receiver {
  readonly #endpoints = new Map<string, ReceiverEndpoint>();
  readonly #server: Server;
  readonly #config: ReceiverConfig;
  readonly #extraPorts: OwnPort[] = [];
  /** The TCP connections under the TLS ones, by remote address and port. */
  readonly #plain = new Map<string, Socket>();
  /** Where TLS connections come from. This is read when they are accepted, since a closed connection no longer shows it. */
  readonly #origins = new WeakMap<Socket, { readonly address: string | undefined; readonly plain: Socket | undefined }>();
  readonly traffic: Traffic = { connections: 0, requests: 0, refusedHandshakes: [] };
  readonly #patience: Patience;
  #publicUrl = '';
  #listensOn = '';

  private constructor(server: Server, config: ReceiverConfig, patience: Patience) {
    this.#server = server;
    this.#config = config;
    this.#patience = patience;
  }

  /**
   * Listens. If no certificate is configured, makes one and an authority, which is written to `caFile`.
   * @param patience shared by all its endpoints
   * @throws ConfigurationError when it cannot listen, or a file cannot be read or written.
   */
  static async start(config: ReceiverConfig, patience: Patience = new Patience()): Promise<Receiver> {
    const server = await secureServer(config);
    const receiver = new Receiver(server, config, patience);
    server.on('request', (request, response) => receiver.#take(request, response));
    server.on('connection', (socket: Socket) => receiver.#meet(socket));
    server.on('secureConnection', (socket) => {
      receiver.#origins.set(socket, { address: socket.remoteAddress, plain: receiver.#plain.get(peerOf(socket)) });
    });
    server.on('tlsClientError', (error) => void receiver.traffic.refusedHandshakes.push(codeOf(error)));
    await listen(server, config.listen);
    const port = String((server.address() as AddressInfo).port);
    receiver.#publicUrl = publicUrlAt(config, port);
    receiver.#listensOn = config.listen.slice(0, config.listen.lastIndexOf(':') + 1) + port;
    return receiver;
  }

  /** The base URL that targets are given. */
  get publicUrl(): string {
    return this.#publicUrl;
  }

  /** Host and port. */
  get listensOn(): string {
    return this.#listensOn;
  }

  /** Opens an endpoint; its name must be new. */
  open(name: string, script: Script): { readonly endpoint: ReceiverEndpoint; readonly url: string } {
    const endpoint = new ReceiverEndpoint(name, script, this.#patience);
    this.#endpoints.set(name, endpoint);
    return { endpoint, url: `${this.#publicUrl}/${name}` };
  }

  /** Opens an endpoint behind a port of its own; undefined if the configuration gives the receiver only one port. */
  async openAside(
    name: string,
    script: Script,
  ): Promise<{ readonly endpoint: ReceiverEndpoint; readonly url: string; readonly port: OwnPort } | undefined> {
    const { listen, publicUrl } = this.#config;
    if (!listen.endsWith(':0') || !publicUrl.includes('{port}')) return undefined;
    const port = await OwnPort.open(hostOf(listen), (socket) => void this.#server.emit('connection', socket));
    this.#extraPorts.push(port);
    return { endpoint: this.open(name, script).endpoint, url: `${publicUrlAt(this.#config, String(port.number))}/${name}`, port };
  }

  async close(): Promise<void> {
    for (const endpoint of this.#endpoints.values()) endpoint.close();
    const closed = [new Promise((resolve) => this.#server.close(resolve)), ...this.#extraPorts.map((port) => port.shut())];
    // The server does not end connections that are not yet secured, and targets may keep the others open.
    for (const socket of this.#plain.values()) socket.destroy();
    await Promise.all(closed);
  }

  #meet(socket: Socket): void {
    this.traffic.connections += 1;
    const peer = peerOf(socket);
    this.#plain.set(peer, socket);
    socket.once('close', () => this.#plain.delete(peer));
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    this.traffic.requests += 1;
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= LARGEST_BODY) chunks.push(chunk);
    });
    request.on('error', () => {});
    request.on('end', () => {
      const endpoint = this.#endpoints.get((request.url ?? '').split('?')[0]?.split('/').at(-1) ?? '');
      if (endpoint === undefined) return respond(request, response, { status: 404 });
      if (size > LARGEST_BODY) return respond(request, response, { status: 413 });
      const reply = endpoint.take(this.#delivery(request, Buffer.concat(chunks)));
      if (reply === 'reset') this.#origins.get(request.socket)?.plain?.resetAndDestroy();
      respond(request, response, reply);
    });
  }

  #delivery(request: IncomingMessage, body: Buffer): Attempt {
    return {
      method: request.method ?? '',
      path: request.url ?? '',
      rawHeaders: request.rawHeaders,
      body,
      remoteAddress: this.#origins.get(request.socket)?.address,
      arrivedAt: Date.now(),
    };
  }
}

function respond(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (reply === 'reset') return void request.socket.destroy();
  if (reply === 'close') return void request.socket.destroySoon();
  if ('silentForMs' in reply) {
    setTimeout(() => request.socket.destroy(), reply.silentForMs).unref();
    return;
  }
  if ('hang' in reply) return void leaveHanging(response, reply);
  const { status, headers, body, afterMs, isEndedByClose } = reply;
  const answer = (): void => {
    if (isEndedByClose) response.useChunkedEncodingByDefault = false;
    response.writeHead(status, { ...headers, ...(isEndedByClose && { Connection: 'close' }) });
    response.end(body);
  };
  if (afterMs === undefined) answer();
  else setTimeout(() => response.destroyed || answer(), afterMs).unref();
}

function peerOf({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`;
}

function publicUrlAt({ publicUrl }: ReceiverConfig, port: string): string {
  return withoutTrailingSlashes(publicUrl.replaceAll('{port}', port));
}

function hostOf(address: string): string {
  return address.slice(0, address.lastIndexOf(':')).replace(/^\[|\]$/g, '');
}

async function listen(server: Server, address: string): Promise<void> {
  const at = address.lastIndexOf(':');
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(Number(address.slice(at + 1)), hostOf(address), resolve);
    });
  } catch (error) {
    throw new ConfigurationError(`receiver.listen: cannot listen on ${address} (${codeOf(error)}); choose another address or port 0.`);
  }
}

/** Holds the answer open until the hang is over. The target may have ended the connection by then. */
function leaveHanging(response: ServerResponse, { hang, beginsWith }: Extract<Reply, { readonly hang: unknown }>): void {
  const goingOn = beginsWith === undefined ? undefined : goOn(response, beginsWith);
  response.once('close', () => {
    clearInterval(goingOn);
    if (!response.writableFinished) hang.ended();
  });
  void hang.over.then(() => {
    clearInterval(goingOn);
    if (response.destroyed) return;
    if (beginsWith === undefined) response.writeHead(204);
    response.end();
  });
}

/** Begins an answer, and sends a piece of its body again and again. */
function goOn(response: ServerResponse, status: number): NodeJS.Timeout {
  response.writeHead(status, { 'Content-Type': 'text/plain' });
  response.write('.');
  return setInterval(() => response.write('.'), PIECE_EVERY_MS).unref();
}
