import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The reference service as a process of its own, with a user who is logged in. */
export interface ServiceProcess {
  readonly url: string;
  /** What every request to company 1 carries. */
  readonly headers: Readonly<Record<string, string>>;
  /** Resident memory, in bytes. */
  residentBytes(): Promise<number>;
  close(): Promise<void>;
}

/** @param database a SQLite file */
export async function startServiceProcess(database: string): Promise<ServiceProcess> {
  const child = fork(join(import.meta.dirname, 'serving.ts'), [database]);
  const [{ url, headers }] = await once(child, 'message');
  return {
    url,
    headers,
    async residentBytes() {
      child.send('memory');
      const [bytes] = await once(child, 'message');
      return Number(bytes);
    },
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
