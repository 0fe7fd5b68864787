import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Budget, parseTarget, runConformance, type Target } from '@business-cloud/conformance';
import { startReferenceService } from '../../../../conformance/test/reference/reference-service.ts';
import type { Benchmark } from '../benchmark.ts';

/** The heap is measured every time this many requests have been sent. */
const REQUESTS_BETWEEN_LOOKS = 1_000;

export const benchmark: Benchmark = {
  title: 'A whole run of the suite against the reference service, under the profile reference (a call: one run; seconds are its inverse)',
  goal: 'quick under 5 s, standard under 15 s, and no more heap at the end of a thorough run than at its beginning',
  options: { rounds: 1 },
  async open() {
    const service = await startReferenceService();
    const target = parseTarget(readFileSync(service.config, 'utf8'), service.config);
    const heaps = new Map<Budget, readonly number[]>();
    const contender = (budget: Budget) => ({ name: budget, run: async () => void heaps.set(budget, await heapsOf(target, budget)) });
    return {
      contenders: [contender('quick'), contender('standard'), contender('thorough')],
      async close() {
        for (const [budget, bytes] of heaps)
          process.stdout.write(
            `\nHeap after a collection, every ${REQUESTS_BETWEEN_LOOKS} requests of ${budget}: ${bytes.map(megabytes).join(' ')} MB.\n`,
          );
        await service.stop();
      },
    };
  },
};

/** Runs the suite once; resolves with the sizes of the heap during the run. */
async function heapsOf(target: Target, budget: Budget): Promise<readonly number[]> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const heaps: number[] = [];
  let requests = 0;
  const { summary } = await runConformance(target, {
    budget,
    profile: 'reference',
    seed: 1,
    onEvent: ({ type }) => {
      if (type !== 'request-sent') return;
      requests += 1;
      if (requests % REQUESTS_BETWEEN_LOOKS !== 0) return;
      collect();
      heaps.push(process.memoryUsage().heapUsed);
    },
  });
  if (summary.fail + summary.error > 0) throw new Error(`${summary.fail} rules failed, ${summary.error} ended in an error`);
  return heaps;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
