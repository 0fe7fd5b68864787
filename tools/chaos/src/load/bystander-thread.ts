import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Wait } from '../report/figures.ts';
import type { BystanderInput, Met } from './bystander.ts';

// Reads and writes in turn, one request after another, at each node in turn.
const PAUSE_MS = 20;
/** Longer than any time limit of the service. */
const HANGING_MS = 30_000;
const { urls, headers, overtaking }: BystanderInput = workerData;
const waits: Wait[] = [];
const met = { waits, serverErrors: 0, unavailable: 0, refused: 0, unanswered: 0 };
let stopped = false;
parentPort?.once('message', () => {
  stopped = true;
});

for (let turn = 0; !stopped; turn += 1) {
  const node = Math.floor(turn / 2) % urls.length;
  const [begunAt, overtakenBefore] = [performance.now(), Atomics.load(overtaking, node)];
  const status = await statusOf(turn % 2 === 0 ? { path: '/api/v3/2/articolo?limit=10' } : writing(), urls[node] ?? '');
  waits.push({ ms: performance.now() - begunAt, overtakenBy: Atomics.load(overtaking, node) - overtakenBefore });
  note(status);
  await sleep(PAUSE_MS);
}
parentPort?.postMessage(met satisfies Met);

/** Undefined when no answer came, or not the whole of it. */
async function statusOf({ path, ...init }: { readonly path: string } & RequestInit, url: string): Promise<number | undefined> {
  try {
    const answer = await fetch(url + path, { headers, ...init, signal: AbortSignal.timeout(HANGING_MS) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return undefined;
  }
}

function writing() {
  return {
    path: '/api/v3/2/articolo',
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ codice: randomUUID().slice(0, 20), descrizione: 'Bystander' }),
  };
}

function note(status: number | undefined): void {
  if (status === undefined) met.unanswered += 1;
  else if (status === 503) met.unavailable += 1;
  else if (status >= 500) met.serverErrors += 1;
  else if (status >= 300) met.refused += 1;
}
