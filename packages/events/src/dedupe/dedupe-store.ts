/** What became of a delivery: its event was processed now, or had been before. */
export type Outcome = 'processed' | 'duplicate';

/**
 * Remembers which events were processed (RCV-13). Implement it over whatever keeps your own data; `Transaction` is what your handler gets to
 * do its work in.
 */
export interface DedupeStore<Transaction> {
  /**
   * Runs `work` once for an EventGuid, whoever asks and however often, and remembers the guid if and only if the work succeeded: best in one
   * transaction with the work. Answers `duplicate` without running it when the guid is known. Throws what `work` throws.
   */
  once(eventGuid: string, work: (transaction: Transaction) => Promise<void>): Promise<Outcome>;
}
