import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Call } from './call.ts';

/** When a connection is cut: some milliseconds after the whole request was sent, or as soon as the answer begins. */
export type Cut = number | 'as the answer begins';

/**
 * Sends the whole of a call on a connection of its own and cuts that before the answer is read, as a network does (IDEM-15): the target
 * cannot tell whether the answer arrived, nor can the caller tell whether anything happened.
 * @param withinMs how long to wait for an answer to begin, and for the connection
 */
export async function sendAndCut(call: Call, cut: Cut, withinMs: number): Promise<void> {
  const socket = open(new URL(call.url));
  const timer = setTimeout(() => socket.destroy(), withinMs);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject).once('close', () => resolve());
      if (cut === 'as the answer begins') socket.once('data', () => socket.destroy());
      else socket.resume();
      socket.write(bytesOf(call), (error) => {
        if (!error && cut !== 'as the answer begins') setTimeout(() => socket.destroy(), cut);
      });
    });
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

function open({ protocol, hostname, port }: URL): Socket {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:') return connect({ host, port: Number(port || 80) });
  return connectTls({ host, port: Number(port || 443), ...(isIP(host) === 0 && { servername: host }) });
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
