import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
  readonly head: string;
}

/** Sends pieces of a request over a socket, one after the other, and reads the answer up to the end of the connection. */
export async function rawExchange(
  port: number,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  const answer = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)));
  });
  for await (const piece of pieces) if (socket.writable) socket.write(piece);
  const text = await answer;
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ', 2)[1]), head: head.toLowerCase(), body };
}

/** The head of a POST, to end with the connection. */
export function headOf(path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: 'localhost', Connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** A chunk of a chunked body; of no bytes, the last. */
export function chunk(bytes: Uint8Array): Uint8Array {
  const size = `${bytes.length.toString(16)}\r\n`;
  return Buffer.concat([Buffer.from(size), bytes, Buffer.from('\r\n')]);
}
