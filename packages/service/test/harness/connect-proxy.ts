import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

/** An HTTP proxy that takes CONNECT alone, and remembers for what it was asked. */
export interface ConnectProxy {
  readonly url: string;
  readonly targets: readonly string[];
  close(): Promise<void>;
}

export async function startConnectProxy(): Promise<ConnectProxy> {
  const targets: string[] = [];
  const server = createServer().on('connect', ({ url = '' }, from) => {
    targets.push(url);
    const { hostname, port } = new URL(`http://${url}`);
    const to = connect(Number(port), hostname.replace(/^\[(.*)\]$/, '$1'), () => {
      from.write('HTTP/1.1 200 Connection established\r\n\r\n');
      from.pipe(to).pipe(from);
    });
    to.on('error', () => from.destroy());
    from.on('error', () => to.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
