import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, TLSSocket } from 'node:tls';
import type { Call, Cut } from '../model/exchange.ts';
import { type TlsIdentity, trusting } from './trusting.ts';
import { tunnel } from './tunnel.ts';

/** How long after the whole request a connection is reset: what a target has not read by then is lost to it. */
const RESET_AFTER_MS = 3;

/** How long a server is given for its first session ticket, and for the next. */
const TICKETS_WITHIN_MS = 60;
const BETWEEN_TICKETS_MS = 10;

/**
 * Sends the whole of a call on a connection of its own and cuts that before the answer is read, as a network does (IDEM-15): the target
 * cannot tell whether the answer arrived, nor can the caller tell whether anything happened.
 * @param withinMs how long to wait for an answer to begin, and for the connection
 * @param identity what TLS connections are made with
 * @param proxy the proxy that leads to the target, where one does
 */
export async function sendAndCut(call: Call, cut: Cut, withinMs: number, identity?: TlsIdentity, proxy?: string): Promise<void> {
  const { socket, transport } = await open(new URL(call.url), identity, proxy);
  const end = (): void => void (cut === 'reset' ? transport.resetAndDestroy() : socket.destroy());
  const timer = setTimeout(() => socket.destroy(), withinMs);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject).once('close', () => resolve());
      if (cut === 'as the answer begins') socket.once('data', () => socket.destroy());
      // A tunnel comes paused.
      socket.resume();
      const send = (): void => {
        socket.write(bytesOf(call), (error) => {
          if (error || cut === 'as the answer begins') return;
          // Even the shortest timer is longer than a quick target takes.
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
 * Sends once the session tickets have come that a server issues after the handshake. If they were still on their way when the connection is
 * cut, they would find it closed, and the reset that answers them would discard what the server has not read yet.
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
  /** What carries it: the same, or the TCP connection below TLS. */
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
