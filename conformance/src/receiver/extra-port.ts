import { createServer, type Server, type Socket } from 'node:net';
import type { ExtraPort } from '../model/webhook.ts';

/** An extra port of the receiver, which can refuse connections before it is known which webhook they are for. */
export class OwnPort implements ExtraPort {
  readonly #server: Server;
  readonly #host: string;
  readonly #port: number;
  readonly #open = new Set<Socket>();
  /** Connections that were accepted or reset. */
  connections = 0;
  #breaksNext = false;

  private constructor(server: Server, host: string, port: number) {
    this.#server = server;
    this.#host = host;
    this.#port = port;
  }

  /** Opens it on a free port. @param admit takes each connection. @throws Error when it cannot listen */
  static async open(host: string, admit: (socket: Socket) => void): Promise<OwnPort> {
    const server = createServer();
    const port = await listen(server, host, 0);
    const opened = new OwnPort(server, host, port);
    server.on('connection', (socket) => opened.#take(socket, admit));
    return opened;
  }

  get number(): number {
    return this.#port;
  }

  /** Refuses new connections, and ends those that are open. */
  async shut(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Accepts connections again; false if another process has taken the port meanwhile. */
  async reopen(): Promise<boolean> {
    return await listen(this.#server, this.#host, this.#port).then(
      () => true,
      () => false,
    );
  }

  /** Resets the next connection before its TLS handshake. */
  breakNext(): void {
    this.#breaksNext = true;
  }

  #take(socket: Socket, admit: (socket: Socket) => void): void {
    this.connections += 1;
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    if (this.#breaksNext) {
      this.#breaksNext = false;
      socket.on('error', () => {});
      socket.resetAndDestroy();
    } else admit(socket);
  }
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
