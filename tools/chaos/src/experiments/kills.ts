import { setTimeout as sleep } from 'node:timers/promises';
import type { Writers } from '../load/writers.ts';
import { type Experiment, RESIDENT_BYTES_MAX } from './experiment.ts';
import { underLoad } from './under-load.ts';

/** So many writes at most are answered between two kills. */
const WRITES_MAX = 200;
const WRITTEN_WITHIN_MS = 60_000;
/** Every so often all nodes die at once, as with the machine. */
const ALL_AT_ONCE = 4;

export const kills: Experiment = {
  name: 'kills',
  summary: 'nodes die of SIGKILL while clients write, and start again',
  stores: ['sqlite', 'postgres'],
  limits: { unavailable: true, residentBytes: RESIDENT_BYTES_MAX },
  run: (context) =>
    underLoad(context, { writers: 16 }, async ({ cluster: { nodes }, writers }) => {
      let made = 0;
      while (made < context.kills) {
        await someWrites(writers, context.signal);
        const one = nodes[made % nodes.length];
        const dying = made % ALL_AT_ONCE === ALL_AT_ONCE - 1 ? nodes : nodes.filter((node) => node === one);
        await Promise.all(dying.map((node) => node.kill()));
        made += 1;
        context.progress(`${made} of ${context.kills} kills, ${writers.answered.length} writes`);
        await Promise.all(dying.map((node) => node.start()));
      }
      return made;
    }),
};

async function someWrites(writers: Writers, signal: AbortSignal): Promise<void> {
  const until = writers.answered.length + Math.ceil(Math.random() * WRITES_MAX);
  for (const end = performance.now() + WRITTEN_WITHIN_MS; writers.answered.length < until; await sleep(1, undefined, { signal }))
    if (performance.now() > end) throw new Error(`${WRITES_MAX} writes were not answered in ${WRITTEN_WITHIN_MS / 1000} s`);
}
