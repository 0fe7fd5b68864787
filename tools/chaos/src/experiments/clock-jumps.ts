import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Experiment, RESIDENT_BYTES_MAX } from './experiment.ts';
import { type Load, underLoad } from './under-load.ts';

const HOUR_MS = 3_600_000;
/** How long what was written before a jump may take to be delivered, in milliseconds: all its retries are over by then. */
const DELIVERED_WITHIN_MS = 60_000;

export const clockJumps: Experiment = {
  name: 'clock-jumps',
  summary: 'the clocks of all nodes are put back and forward by an hour while events wait for their retries',
  stores: ['sqlite', 'postgres'],
  limits: { unavailable: false, residentBytes: RESIDENT_BYTES_MAX },
  async run(context) {
    const folder = mkdtempSync(join(tmpdir(), 'chaos-clock-'));
    const file = join(folder, 'offset');
    const moved = new URL('../system/moved-clock.ts', import.meta.url).href;
    const cluster = {
      flags: ['--retry-delays', '2s,3s,5s'],
      environment: { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${moved}`.trim(), CHAOS_CLOCK_FILE: file },
    };
    const failed = new Set<string>();
    // Each event fails once, so that a retry waits for a time.
    const confirm = (nome: string): number => (failed.size < failed.add(nome).size ? 500 : 204);
    const jumps = Array.from({ length: context.amount(1, 4) }, () => [-HOUR_MS, 0, HOUR_MS, 0]).flat();
    try {
      return await underLoad(context, { writers: 2, pauseMs: 20, cluster, confirm }, async (load) => {
        for (const [index, offsetMs] of jumps.entries()) {
          await sleep(1_000, undefined, { signal: context.signal });
          context.progress(`${index + 1} of ${jumps.length} jumps, ${load.writers.answered.length} writes`);
          writeFileSync(file, String(offsetMs));
          await jump(load, offsetMs / HOUR_MS);
        }
        return jumps.length;
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

/** Moves the clocks, and waits until what was written before is delivered. */
async function jump({ cluster, writers, delivered, complain }: Load, hours: number): Promise<void> {
  const before = [...writers.answered];
  for (const node of cluster.nodes) node.signal('SIGUSR2');
  const waiting = (): number => before.filter((nome) => !delivered.has(nome)).length;
  for (const end = performance.now() + DELIVERED_WITHIN_MS; waiting() > 0 && performance.now() < end; ) await sleep(200);
  if (waiting() > 0) complain(`${waiting()} events still wait a minute after the clocks were set to ${hours} h from the time`);
}
