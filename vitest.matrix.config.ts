import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { closingLine } from './vitest.closing-line.ts';
import { defaults } from './vitest.defaults.ts';

/** One more than there are cores, because a run waits for deliveries part of its time. */
const count = availableParallelism() + 1;

const shared = { ...defaults, include: ['test/**/*.matrix.ts'], testTimeout: 1_800_000 };

/** All mutants and variations of each role. */
const exhaustive = ['mutants', 'variations', 'receivers', 'clients'].map((what) => `test/${what}/${what}.matrix.ts`);

/**
 * What takes long: every mutant and every variation, divided into shards that run side by side; every edit of the contract; what changes of the
 * contract cost, each made in a copy; processes of the service that are killed, drained and cut off, or stand behind one address; and runs of the
 * suite that are interrupted, that wait for what hangs, or that people make with the examples.
 */
export default defineConfig({
  test: {
    reporters: ['verbose', closingLine],
    maxWorkers: count,
    projects: [
      { test: { ...shared, name: 'costs', root: 'tools/architecture' } },
      { test: { ...shared, name: 'edits', root: 'tools/release' } },
      { test: { ...shared, name: 'processes', root: 'packages/service', globalSetup: './test/harness/postgres.ts' } },
      { test: { ...shared, name: 'runs', root: 'conformance', env: { npm_command: '' }, exclude: exhaustive, maxConcurrency: 4 } },
      ...Array.from({ length: count }, (_, index) => ({
        test: {
          ...shared,
          name: `shard ${index + 1} of ${count}`,
          root: 'conformance',
          include: exhaustive,
          provide: { shard: { index, count } },
          maxConcurrency: 4,
        },
      })),
    ],
  },
});
