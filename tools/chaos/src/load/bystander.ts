import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Wait } from '../report/figures.ts';
import type { Cluster } from '../system/cluster.ts';
import type { ServiceNode } from '../system/service-node.ts';
import { logIn } from './client.ts';

/** What a client met that has nothing to do with the fault. */
export interface Met {
  readonly waits: readonly Wait[];
  readonly serverErrors: number;
  readonly unavailable: number;
  /** Answers that are neither these nor what a client wants: it measured nothing. */
  readonly refused: number;
  /** Requests that were not answered at all, or not for half a minute. */
  readonly unanswered: number;
}

export interface Bystander {
  /** Notes that a node answered a request of the fault: those that wait for the same node were overtaken. */
  overtake(by: ServiceNode): void;
  stop(): Promise<Met>;
  /** Ends it, whatever it does. */
  end(): Promise<unknown>;
}

/** What the thread of a bystander is given. */
export interface BystanderInput {
  readonly urls: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** How many requests of the fault each node has answered so far; shared between the threads. */
  readonly overtaking: Int32Array;
}

/** Starts another user of company 2, in a thread of its own, so that what it measures is the service, and not the load that this thread makes. */
export async function startBystander({ nodes, accesses }: Pick<Cluster, 'nodes' | 'accesses'>): Promise<Bystander> {
  const client = await logIn(nodes, accesses.bystander);
  const overtaking = new Int32Array(new SharedArrayBuffer(nodes.length * Int32Array.BYTES_PER_ELEMENT));
  const workerData: BystanderInput = { urls: nodes.map(({ url }) => url), headers: client.headersOf(2), overtaking };
  const worker = new Worker(new URL('bystander-thread.ts', import.meta.url), { workerData });
  return {
    overtake: (by) => void Atomics.add(overtaking, nodes.indexOf(by), 1),
    async stop() {
      worker.postMessage('stop');
      const [met] = await once(worker, 'message');
      return met;
    },
    end: () => worker.terminate(),
  };
}
