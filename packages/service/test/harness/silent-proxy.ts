import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a server that can stop passing anything on, and says so to nobody: connections stay open, and nothing comes. */
export interface SilentProxy {
  readonly port: number;
  /** From now on nothing passes on the connections that are there. @param newOnes whether those that are made from now on are cut as well */
  cut(newOnes: boolean): void;
  /** How many connections were made through it. */
  readonly count: number;
  close(): Promise<void>;
}

export async function startSilentProxy(host: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(`http://${host}`);
  const open = new Set<Socket>();
  let passing = new Set<Socket>();
  let cutsNew = false;
  let count = 0;
  const server = createServer((from) => {
    count += 1;
    const to = connect(Number(port), hostname);
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(socket);
      if (!cutsNew) passing.add(socket);
      socket.on('data', (chunk) => passing.has(socket) && other.write(chunk));
      socket.on('close', () => passing.has(socket) && other.destroy());
      socket.on('error', () => undefined);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut(newOnes) {
      passing = new Set();
      cutsNew = newOnes;
    },
    get count() {
      return count;
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
