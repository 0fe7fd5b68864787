import { TooManyWaiting } from './too-many-waiting.ts';

/** What is in progress for each owner at this node, from when it is asked for to its end, and whatever it waits for in between. */
export interface InProgress<Owner> {
  /** @param owner undefined for what belongs to none: that is not counted @throws {TooManyWaiting} when the owner has too much already */
  run<Result>(owner: Owner | undefined, work: () => Promise<Result>): Promise<Result>;
}

/**
 * @param max how much an owner has at once
 * @param what is in progress, in the plural
 */
export function createInProgress<Owner>(max: number, what: string): InProgress<Owner> {
  const counts = new Map<Owner, number>();

  function change(owner: Owner, by: number): void {
    const count = (counts.get(owner) ?? 0) + by;
    if (count === 0) counts.delete(owner);
    else counts.set(owner, count);
  }

  return {
    async run(owner, work) {
      if (owner === undefined) return work();
      if ((counts.get(owner) ?? 0) >= max) throw new TooManyWaiting(`Too many ${what} of ${owner} wait.`);
      change(owner, 1);
      try {
        return await work();
      } finally {
        change(owner, -1);
      }
    },
  };
}
