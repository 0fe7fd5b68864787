import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { BystanderInput, Met } from './bystander.ts';

// Reads and writes in turn, one request after another, at each node in turn.
const PAUSE_MS = 20;
const { urls, headers }: BystanderInput = workerData;
const met = { answers: 0, slowestMs: 0, serverErrors: 0, unavailable: 0, refused: 0 };
let stopped = false;
parentPort?.once('message', () => {
  stopped = true;
});

for (let turn = 0; !stopped; turn += 1) {
  const url = urls[Math.floor(turn / 2) % urls.length] ?? '';
  const begunAt = performance.now();
  const answer = await (turn % 2 === 0 ? fetch(`${url}/api/v3/2/articolo?limit=10`, { headers }) : write(url)).catch(() => undefined);
  await answer?.arrayBuffer().catch(() => undefined);
  if (answer !== undefined) note(answer.status, performance.now() - begunAt);
  await sleep(PAUSE_MS);
}
parentPort?.postMessage(met satisfies Met);

function write(url: string): Promise<Response> {
  return fetch(`${url}/api/v3/2/articolo`, {
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': randomUUID() },
    body: JSON.stringify({ codice: randomUUID().slice(0, 20), descrizione: 'Bystander' }),
  });
}

function note(status: number, tookMs: number): void {
  met.answers += 1;
  met.slowestMs = Math.max(met.slowestMs, tookMs);
  if (status === 503) met.unavailable += 1;
  else if (status >= 500) met.serverErrors += 1;
  else if (status >= 300) met.refused += 1;
}
