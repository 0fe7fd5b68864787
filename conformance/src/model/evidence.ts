import type { Attempt } from './attempt.ts';
import type { Answer, Exchange } from './exchange.ts';

/** Why that is shown by which the rule was judged. */
export const JUDGED = 'this was judged';

/** What a finding is about, each thing under the words that say why it is shown: answers, deliveries, or a text that both may hold. */
export type About = Readonly<Record<string, Seen | readonly Seen[] | undefined>>;
/** What can be shown: an answer, a delivery, or a text that both may hold. */
export type Seen = Answer | Attempt | string;

/** An exchange that a failure shows. */
export interface ShownExchange extends Exchange {
  /** Why it is shown. */
  readonly why: string;
  /** Whether the failure cannot be understood without it; the others only came before it. */
  readonly pinned: boolean;
  /** Exchanges with the same number were under way at once; absent if it was alone. */
  readonly together?: number;
}

/** A delivery that a failure shows. */
export interface ShownDelivery {
  /** Why it is shown. */
  readonly why: string;
  /** The webhook that it came to, as the target identifies it; null if that is not known. */
  readonly webhook: string | null;
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** Names and values, in the order received. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as text. */
  readonly body: string;
  /** What the suite answered: a status, or how it ended the connection. */
  readonly answered: string;
  /** Which attempt it was of this event at this webhook, counted from 1; null if it names no event. */
  readonly attempt: number | null;
  /** The address that it came from. */
  readonly remoteAddress: string;
  /** Unix milliseconds. */
  readonly arrivedAt: number;
}

/** What a failure shows. */
export interface Evidence {
  /** In the order in which they were sent. */
  readonly exchanges: readonly ShownExchange[];
  /** In the order in which they arrived. */
  readonly deliveries: readonly ShownDelivery[];
  /** Whether the target's clock was moved on meanwhile. */
  readonly clockMoved: boolean;
}
