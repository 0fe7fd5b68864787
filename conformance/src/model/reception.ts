import type { Exchange } from './exchange.ts';

/** One delivery as it is sent to a receiver, right or spoiled. */
export interface OutgoingDelivery {
  /** The event type and identifier that it is about, whatever its body says. */
  readonly type: string;
  readonly guid: string;
  readonly body: string;
  /** The value of the signature header; undefined for none. */
  readonly signature: string | undefined;
}

/** What a receiver did with a delivery: 2xx is accepted, all else is refused. */
export interface Reception {
  readonly accepted: boolean;
  /** The status, or why no answer came. */
  readonly answered: string;
  /** From the first byte sent to the last byte of the answer. */
  readonly durationMs: number;
  readonly exchange: Exchange;
}
