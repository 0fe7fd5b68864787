import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import type { Call, Cut } from '../model/exchange.ts';
import { type TlsIdentity, trusting } from './trusting.ts';
import { tunnel } from './tunnel.ts';

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
