import type { Answer, Exchange } from './exchange.ts';
import type { Attempt } from './webhook.ts';

/** The label of the exchange or delivery that the rule was judged by. */
export const JUDGED = 'this was judged';

/** The evidence of a finding, by the label that says why it is shown: answers, deliveries, or a text that either may contain. */
export type About = Readonly<Record<string, Seen | readonly Seen[] | undefined>>;
/** One piece of evidence: an answer, a delivery, or a text that either may contain. */
export type Seen = Answer | Attempt | string;

/** An exchange that a failure shows. */
export interface ShownExchange extends Exchange {
  /** Says why it is shown. */
  readonly why: string;
  /** Whether the failure cannot be understood without it. The others only came before the failure. */
  readonly pinned: boolean;
  /** Exchanges with the same number overlapped in time; absent if none overlapped. */
  readonly together?: number;
}

/** A delivery that a failure shows. */
export interface ShownDelivery {
  /** Why it is shown. */
  readonly why: string;
  /** The target's id of the webhook that it came to; null if that is not known. */
  readonly webhook: string | null;
  /** The HTTP method, in upper case. */
  readonly method: string;
  /** The whole address. */
  readonly url: string;
  /** Names and values, in the order received. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as text. */
  readonly body: string;
  /** The suite's reply: a status, or how it ended the connection. */
  readonly answered: string;
  /** The number of the attempt for this event at this webhook, from 1; null if the delivery names no event. */
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
  /** Whether the target's clock was moved meanwhile. */
  readonly clockMoved: boolean;
}
