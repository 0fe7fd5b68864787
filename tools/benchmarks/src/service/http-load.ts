import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connections that send prepared requests and do as little else as possible, so that the server is what is measured. */
export interface HttpLoad {
  /** Sends each request on the next free connection; resolves when all are answered. @throws when one is not answered with the status */
  send(requests: readonly string[], status: number): Promise<void>;
  close(): void;
}

export async function openLoad(url: string, connections: number): Promise<HttpLoad> {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: connections }, () => connect({ host: hostname, port: Number(port), noDelay: true }));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return {
    async send(requests, status) {
      const queue = requests.values();
      await Promise.all(sockets.map((socket) => drain(socket, queue, status)));
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Sends requests of the queue one after another until there is none. */
function drain(socket: Socket, queue: Iterator<string>, status: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const next = (): void => {
      const { value, done } = queue.next();
      if (done === true) {
        socket.off('data', read);
        resolve();
      } else socket.write(value);
    };
    const read = (chunk: Buffer): void => {
      answer += chunk.toString('latin1');
      if (!isWhole(answer)) return;
      if (!answer.startsWith(`HTTP/1.1 ${status}`)) {
        reject(new Error(answer));
        return;
      }
      answer = '';
      next();
    };
    socket.on('data', read);
    next();
  });
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1];
  return answer.length >= end + 4 + Number(length ?? 0);
}

/** A request as the bytes of HTTP/1.1. */
export function requestText(method: string, path: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const lines = Object.entries({
    host: 'localhost',
    ...headers,
    ...(body !== '' && { 'content-length': String(Buffer.byteLength(body)) }),
  });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}
