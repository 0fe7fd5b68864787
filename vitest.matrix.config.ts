import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { closingLine } from './vitest.closing-line.ts';

/** One more than there are cores, because a run waits for deliveries part of its time. */
const count = availableParallelism() + 1;

/** Every mutant and every variation, divided into shards that run side by side; and what changes of the contract cost, each made in a copy. */
export default defineConfig({
  test: {
    reporters: ['verbose', closingLine],
    maxWorkers: count,
    projects: [
      {
        test: { name: 'costs', root: 'packages/architecture', include: ['test/**/*.matrix.ts'], isolate: false, testTimeout: 1_800_000 },
      },
      ...Array.from({ length: count }, (_, index) => ({
        test: {
          name: `shard ${index + 1} of ${count}`,
          root: 'conformance',
          include: ['test/**/*.matrix.ts'],
          provide: { shard: { index, count } },
          isolate: false,
          // The whole name of a mutant can be given to -t.
          taskTitleValueFormatTruncate: 0,
          maxConcurrency: 4,
          // Ends what hangs, whatever else the machine is busy with.
          testTimeout: 1_800_000,
        },
      })),
    ],
  },
});
