import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A service on loopback that answers every request with one stock item. */
export interface ServerProcess {
  readonly url: string;
  close(): Promise<void>;
}

export async function startServerProcess(): Promise<ServerProcess> {
  const child = fork(join(import.meta.dirname, 'answering-server.ts'));
  const [port] = await once(child, 'message');
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
