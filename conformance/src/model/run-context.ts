import type { Call, Send } from './exchange.ts';
import type { Target } from './target.ts';
import type { Webhooks } from './webhook.ts';

/** One rule's part in the decision when the target's clock moves. Times are Unix milliseconds. */
export interface ClockShare {
  /** Whether the target reports its clock's time. If not, the suite assumes this machine's time at the start and knows only differences. */
  readonly isShown: boolean;
  /** What the target's clock should show now. */
  nowMs(): number;
  /** The earliest and latest time that the target's clock can have shown at a moment of real time. */
  shownAt(realMs: number): { readonly fromMs: number; readonly toMs: number };
}

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

/** What the checks of one run share. It leaves out the profile, which says which rules are judged, not how. */
export interface RunContext {
  /** What is judged. */
  readonly target: Target;
  /** The tokens of the run. */
  readonly session: Session;
  /** The webhooks of the run, and what arrived for them. */
  readonly webhooks: Webhooks;
  /** A name that everything that the run creates contains. */
  readonly runName: string;
}
