import type { Call, Send } from './exchange.ts';
import type { Target } from './target.ts';

/** The token that the calls of a run share. */
export interface Session {
  /** Whether the target is known to end a user's session as the next begins. */
  readonly isSingle: boolean;
  /** Every token that was issued, so that no report contains one. */
  readonly tokens: Set<string>;
  /** The token that all calls of the target's other user share. */
  othersToken(send: Send): Promise<string>;
  /** Authenticates again, for a check that needs a token of its own. */
  newToken(send: Send, credentials?: Target['credentials']): Promise<string>;
  /** The next user of the shared token gets a new one: the old one may have expired. */
  forget(): void;
  /** A token that the caller wants refused, or wants to see refused. */
  retire(token: string): void;
  /** A login, ready to be sent. Without credentials, those of the target. */
  authenticateCall(credentials?: Target['credentials']): Call;
}
