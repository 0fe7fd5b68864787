import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One address in front of several: each connection goes to the next of them. */
export interface RoundRobin {
  readonly url: string;
  close(): Promise<void>;
}

export async function startRoundRobin(urls: readonly string[], port = 0): Promise<RoundRobin> {
  let count = 0;
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (from) => {
    const { hostname, port } = new URL(urls[count % urls.length] ?? '');
    count += 1;
    const to = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => open.delete(socket));
      socket.pipe(other);
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
