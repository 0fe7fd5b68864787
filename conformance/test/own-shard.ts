import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The number of shards, and the one that this worker runs, from 0. */
    readonly shard: { readonly index: number; readonly count: number };
  }
}

/** The cases that this worker runs. */
export function ownShard<T>(cases: readonly T[]): readonly T[] {
  const { index, count } = inject('shard');
  return cases.filter((_case, place) => place % count === index);
}
