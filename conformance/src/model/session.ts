import type { Call, Send } from './exchange.ts';
import type { Target } from './target.ts';

/** The token that all calls of a run share. */
export interface Session {
  /** Whether the target is known to end a user's session when the user authenticates again. */
  readonly isSingle: boolean;
  /** Every token that was issued, so that reports can hide them. */
  readonly tokens: Set<string>;
  /** The token that all calls of the target's other user share. */
  othersToken(send: Send): Promise<string>;
  /** Authenticates again, for a check that needs a token of its own. */
  newToken(send: Send, credentials?: Target['credentials']): Promise<string>;
  /** Forgets the shared token, which may have expired. The next caller gets a new one. */
  forget(): void;
  /** Stops sharing a token that the caller makes invalid or expects to be refused. */
  retire(token: string): void;
  /** A login, ready to be sent. Without credentials, those of the target. */
  authenticateCall(credentials?: Target['credentials']): Call;
}
