import { createFairQueue } from './fair-queue.ts';

/** Lets so many pieces of work run at once; the others wait for their turn. */
export interface Slots {
  /** @param whose who it is for: each of those who wait gets the next free place in turn, however much one of them asks for */
  run<Result>(work: () => Promise<Result>, whose?: string): Promise<Result>;
}

export function createSlots(count: number): Slots {
  const waiting = createFairQueue<() => void>();
  let free = count;

  function leave(): void {
    const [next] = waiting.take(1);
    if (next === undefined) free += 1;
    else next();
  }

  return {
    async run(work, whose = '') {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.add(whose, resolve));
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
