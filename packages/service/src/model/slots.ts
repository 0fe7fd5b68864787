/** Lets so many pieces of work run at once; the others wait for their turn. */
export interface Slots {
  /** @param whose who it is for: each of those who wait gets the next free place in turn, however much one of them asks for */
  run<Result>(work: () => Promise<Result>, whose?: string): Promise<Result>;
}

export function createSlots(count: number): Slots {
  const waiting = new Map<string, (() => void)[]>();
  let free = count;

  function wait(whose: string): Promise<void> {
    return new Promise((resolve) => {
      const own = waiting.get(whose);
      if (own === undefined) waiting.set(whose, [resolve]);
      else own.push(resolve);
    });
  }

  function leave(): void {
    const [first] = waiting;
    if (first === undefined) {
      free += 1;
      return;
    }
    const [whose, [next, ...others]] = first;
    waiting.delete(whose);
    if (others.length > 0) waiting.set(whose, others);
    next?.();
  }

  return {
    async run(work, whose = '') {
      if (free > 0) free -= 1;
      else await wait(whose);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
