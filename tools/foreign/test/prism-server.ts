import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { npmTools } from './tools.ts';

export interface PrismServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts Prism: `mock DOCUMENT`, or `proxy DOCUMENT URL`. */
export async function prism(...args: readonly string[]): Promise<PrismServer> {
  const port = await freePort();
  const child = spawn(join(await npmTools(), 'prism'), [...args, '--port', String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const listening = new Promise<void>((resolve) => lines.on('line', (line) => line.includes('Prism is listening') && resolve()));
  await Promise.race([listening, ended.then(([code]) => Promise.reject(new Error(`Prism ended with exit code ${code}.`)))]);
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A listening socket has a port.');
  return address.port;
}
