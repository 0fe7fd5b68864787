/** Where a receiver reports what it processed. */
export type EffectsSource =
  | {
      /** An address that returns what was processed. */
      readonly url: string;
    }
  | {
      /** A command that prints what was processed. */
      readonly command: string;
    };

/** Everything the suite knows about a receiver of webhooks that it judges. */
export interface ReceiverTarget {
  /** The address to which deliveries are posted. */
  readonly url: string;
  /** The webhook's secret as its creation returned it. The bytes of this text are the key. */
  readonly secret: string;
  /** The product word in the name of the signature header. */
  readonly headerWord: string;
  /** How far a timestamp may be from now. */
  readonly toleranceSeconds: number;
  /** Without it the suite cannot see how often an event was processed. */
  readonly effects?: EffectsSource;
  /** How soon a delivery should be answered (RCV-14). */
  readonly answerWithinMs: number;
  /** An address of this machine. The receiver should accept no delivery from it (RCV-15). */
  readonly foreignAddress?: string;
  /** A CA certificate that the suite trusts besides the well-known ones, for the receiver's certificate. */
  readonly caFile?: string;
}
