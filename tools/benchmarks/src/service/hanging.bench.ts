import type { Benchmark } from '../benchmark.ts';
import type { Contender } from '../measure.ts';
import { startDelivering } from './delivering.ts';

const WEBHOOKS = 16;
/** How many more webhooks get the same events and never answer. */
const HANGING = [0, 1, 40];

export const benchmark: Benchmark = {
  title: `Deliveries beside endpoints that hang (a call: an event to ${WEBHOOKS} webhooks, from recording to the last confirmation)`,
  goal: 'p99 beside one that hangs within 1.5 times of that beside none',
  options: { roundMs: 2000 },
  async open() {
    const timed = await Promise.all(HANGING.map(startTimed));
    return {
      contenders: timed,
      async close() {
        const lines = timed.map(
          ({ name, times }) => `${name}: ${milliseconds(times, 0.5)}, ${milliseconds(times, 0.99)} (${times.length} calls)`,
        );
        process.stdout.write(`\nMedian and p99 of a call: ${lines.join('; ')}.\n`);
        await Promise.all(timed.map(({ close }) => close()));
      },
    };
  },
};

interface Timed extends Contender {
  /** How long each call took, in milliseconds. */
  readonly times: number[];
  close(): Promise<void>;
}

async function startTimed(hanging: number): Promise<Timed> {
  const delivering = await startDelivering(WEBHOOKS, hanging);
  const times: number[] = [];
  return {
    name: hanging === 0 ? 'none hangs' : `${hanging} hang`,
    times,
    async run() {
      const begunAt = performance.now();
      await delivering.confirm();
      times.push(performance.now() - begunAt);
    },
    close: delivering.close,
  };
}

function milliseconds(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN).toFixed(1)} ms`;
}
