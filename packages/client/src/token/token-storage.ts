/**
 * Keeps the token of one user beyond one client, so that processes share it: one obtains it, and the others load it. If a storage
 * fails, the client logs in as if there were none.
 */
export interface TokenStorage {
  /** The token that was saved last, if there is one. */
  load(): Promise<string | undefined>;
  /** Keeps a token in the place of the one before. The next login does without it if that fails. */
  save(token: string): Promise<void>;
}
