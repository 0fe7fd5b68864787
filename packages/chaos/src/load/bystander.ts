import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Cluster } from '../system/cluster.ts';
import { logIn } from './client.ts';

/** What a client met that has nothing to do with the fault. */
export interface Met {
  readonly answers: number;
  readonly slowestMs: number;
  readonly serverErrors: number;
  readonly unavailable: number;
  /** Answers that are neither these nor what a client wants: it measured nothing. */
  readonly refused: number;
}

export interface Bystander {
  stop(): Promise<Met>;
  /** Ends it, whatever it does. */
  end(): Promise<unknown>;
}

/** What the thread of a bystander is given. */
export interface BystanderInput {
  readonly urls: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

/** Starts another user of company 2, in a thread of its own, so that what it measures is the service, and not the load that this thread makes. */
export async function startBystander({ nodes, accesses }: Pick<Cluster, 'nodes' | 'accesses'>): Promise<Bystander> {
  const client = await logIn(nodes, accesses.bystander);
  const workerData: BystanderInput = { urls: nodes.map(({ url }) => url), headers: client.headersOf(2) };
  const worker = new Worker(new URL('bystander-thread.ts', import.meta.url), { workerData });
  return {
    async stop() {
      worker.postMessage('stop');
      const [met] = await once(worker, 'message');
      return met;
    },
    end: () => worker.terminate(),
  };
}
