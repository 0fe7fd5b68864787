/** Entries of several owners who take turns: however many one of them has, the others do not wait for them all. */
export interface FairQueue<Entry> {
  readonly size: number;
  /** @param whose an owner's own entries keep their order */
  add(whose: string | number, entry: Entry): void;
  /** The next ones, so many at most. */
  take(countMax: number): Entry[];
}

export function createFairQueue<Entry>(): FairQueue<Entry> {
  const queues = new Map<string | number, Entry[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(whose, entry) {
      size += 1;
      const own = queues.get(whose);
      if (own === undefined) queues.set(whose, [entry]);
      else own.push(entry);
    },
    take(countMax) {
      const taken: Entry[] = [];
      // A map keeps the order in which its keys came: who is removed and set again is behind the others, and comes again in this loop.
      for (const [whose, own] of queues) {
        if (taken.length === countMax) break;
        taken.push(...own.splice(0, 1));
        queues.delete(whose);
        if (own.length > 0) queues.set(whose, own);
      }
      size -= taken.length;
      return taken;
    },
  };
}
