import type { DedupeStore, Outcome } from './dedupe-store.ts';

/** A store with which duplicates that arrive together in this process wait for the first one, and share its outcome (RCV-13). */
export function singleFlight<Transaction>(store: DedupeStore<Transaction>): DedupeStore<Transaction> {
  const running = new Map<string, Promise<Outcome>>();
  return {
    async once(eventGuid, work) {
      const first = running.get(eventGuid);
      if (first !== undefined) return first.then(() => 'duplicate');
      const outcome = store.once(eventGuid, work).finally(() => running.delete(eventGuid));
      running.set(eventGuid, outcome);
      return outcome;
    },
  };
}
