import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import type { Call, Cut } from '../model/exchange.ts';
import { type TlsIdentity, trusting } from './trusting.ts';

/** How long after the whole request the connection is reset. The target loses what it has not read by then. */
const RESET_AFTER_MS = 3;

/** How long to wait for a server's first session ticket, and for each next one. */
const TICKETS_WITHIN_MS = 60;
const BETWEEN_TICKETS_MS = 10;

/**
 * Sends a whole call on its own connection and cuts it before the answer is read, as a network may (IDEM-15). The target cannot know
 * whether the answer arrived, and the caller cannot know whether anything happened.
 * @param withinMs how long to wait for the connection, and for the answer to begin
 * @param identity the certificates of TLS connections
 * @param proxy the proxy on the way to the target, if there is one
 */
export async function sendAndCut(call: Call, cut: Cut, withinMs: number, identity?: TlsIdentity, proxy?: string): Promise<void> {
  const { socket, transport } = await open(new URL(call.url), identity, proxy);
  const end = (): void => void (cut === 'reset' ? transport.resetAndDestroy() : socket.destroy());
  const timer = setTimeout(() => socket.destroy(), withinMs);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject).once('close', () => resolve());
      if (cut === 'as the answer begins') socket.once('data', () => socket.destroy());
      // A tunnel's socket starts paused.
      socket.resume();
      const send = (): void => {
        socket.write(bytesOf(call), (error) => {
          if (error || cut === 'as the answer begins') return;
          // No timer: even the shortest one takes longer than a fast target.
          if (cut === 'with the last byte') end();
          else setTimeout(end, cut === 'reset' ? RESET_AFTER_MS : cut);
        });
      };
      if (socket instanceof TLSSocket) afterTickets(socket, send);
      else send();
    });
  } finally {
    clearTimeout(timer);
    socket.destroy();
    transport.destroy();
  }
}

/**
 * Sends once the server's session tickets have arrived after the handshake. If tickets reached a closed connection, the resulting reset
 * would discard what the server has not read yet.
 */
function afterTickets(socket: TLSSocket, send: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  const sendIn = (waitMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      socket.off('session', onTicket);
      if (!socket.destroyed) send();
    }, waitMs);
  };
  const onTicket = (): void => sendIn(BETWEEN_TICKETS_MS);
  socket.once('secureConnect', () => sendIn(TICKETS_WITHIN_MS)).on('session', onTicket);
}

interface Connection {
  readonly socket: Socket;
  /** The TCP connection below TLS, or the same socket without TLS. */
  readonly transport: Socket;
}

async function open({ protocol, hostname, port }: URL, identity: TlsIdentity | undefined, proxy: string | undefined): Promise<Connection> {
  const isTls = protocol === 'https:';
  const at = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || (isTls ? 443 : 80)) };
  const transport = proxy === undefined ? connect(at) : await tunnel(proxy, at.host, at.port);
  if (!isTls) return { socket: transport, transport };
  const named = isIP(at.host) === 0 && { servername: at.host };
  const socket = connectTls({ socket: transport, host: at.host, ...trusting(identity), ...named });
  transport.once('error', (error) => socket.destroy(error)).once('close', () => socket.destroy());
  return { socket, transport };
}

function bytesOf({ method, url, headers, body = '' }: Call): Buffer {
  const [, host = '', path = ''] = /^[a-z]+:\/\/([^/?#]*)([^#]*)/i.exec(url) ?? [];
  const content = Buffer.from(body, 'utf8');
  const lines = [
    `${method} ${path.startsWith('/') ? path : `/${path}`} HTTP/1.1`,
    `Host: ${host}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${content.length}`,
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), content]);
}

/**
 * Connects to a host by CONNECT through an HTTP proxy.
 * @param proxy its address, with its user name and password
 * @throws Error if the proxy cannot be reached or refuses
 */
async function tunnel(proxy: string, host: string, port: number): Promise<Socket> {
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
