import { connect, type Socket } from 'node:net';

/**
 * Connects to a host by CONNECT through an HTTP proxy.
 * @param proxy its address, with its user name and password
 * @throws Error if the proxy cannot be reached or refuses
 */
export async function tunnel(proxy: string, host: string, port: number): Promise<Socket> {
  const { hostname, port: proxyPort, username, password } = new URL(proxy);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(proxyPort || 80) });
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const lines = [
    `CONNECT ${authority} HTTP/1.1`,
    `Host: ${authority}`,
    ...(username === '' ? [] : [`Proxy-Authorization: Basic ${credentials}`]),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  let head = '';
  // The host sends nothing first, so everything up to the empty line comes from the proxy.
  while (!head.includes('\r\n\r\n')) head += (await nextBytes(socket)).toString('latin1');
  const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(head) ?? [];
  if (status === '200') return socket;
  socket.destroy();
  throw Object.assign(new Error(`the proxy answers ${status} to CONNECT ${authority}`), { code: `the proxy answers ${status}` });
}

function nextBytes(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (after: () => void): void => {
      socket.off('data', onData).off('error', onError).off('close', onClose);
      after();
    };
    const onData = (bytes: Buffer): void => {
      socket.pause();
      settle(() => resolve(bytes));
    };
    const onError = (error: Error): void => settle(() => reject(error));
    const onClose = (): void => settle(() => reject(new Error('the proxy closed the connection')));
    socket.on('data', onData).once('error', onError).once('close', onClose).resume();
  });
}
