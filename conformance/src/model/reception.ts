import type { Exchange } from './exchange.ts';

/** One delivery as it is sent to a receiver, whether valid or not. */
export interface OutgoingDelivery {
  /** The event type and identifier of the delivery, whatever its body says. */
  readonly type: string;
  readonly guid: string;
  readonly body: string;
  /** The value of the signature header; undefined for none. */
  readonly signature: string | undefined;
}

/** A receiver's answer to a delivery: 2xx accepts it, everything else refuses it. */
export interface Reception {
  readonly accepted: boolean;
  /** The status, or why no answer came. */
  readonly answered: string;
  /** From the first byte sent to the last byte of the answer. */
  readonly durationMs: number;
  readonly exchange: Exchange;
}
