/**
 * Keeps the token of one user beyond one client, so that processes share it: what one has obtained the others load. A storage that fails
 * is as good as none: the client logs in.
 */
export interface TokenStorage {
  /** The token that was saved last, if there is one. */
  load(): Promise<string | undefined>;
  save(token: string): Promise<void>;
}
