/** The outcome of a delivery: its event was processed now, or before. */
export type Outcome = 'processed' | 'duplicate';

/**
 * Remembers which events were processed (RCV-13). Implement it over the store of your own data. `Transaction` is what your handler gets to
 * work in.
 */
export interface DedupeStore<Transaction> {
  /**
   * Runs `work` once for an EventGuid, however often and by whichever process it is called. It remembers the guid if and only if the work
   * succeeded, ideally in one transaction with the work. Returns `duplicate` without running it when the guid is known. Throws what `work` throws.
   */
  once(eventGuid: string, work: (transaction: Transaction) => Promise<void>): Promise<Outcome>;
}
