/** Where a receiver says what it processed. */
export type EffectsSource =
  | {
      /** An address that answers what was processed. */
      readonly url: string;
    }
  | {
      /** A command that prints what was processed. */
      readonly command: string;
    };

/** Everything the suite knows about a receiver of webhooks that it judges. */
export interface ReceiverTarget {
  /** Where deliveries are posted. */
  readonly url: string;
  /** The secret of the webhook, as its creation answered it: the bytes of its text are the key. */
  readonly secret: string;
  /** The product word in the name of the signature header. */
  readonly headerWord: string;
  /** How far the receiver lets a timestamp be from now. */
  readonly toleranceSeconds: number;
  /** Without it the suite cannot see how often an event was processed. */
  readonly effects?: EffectsSource;
  /** How soon a delivery should be answered (RCV-14). */
  readonly answerWithinMs: number;
  /** An address of this machine. The receiver should accept no delivery from it (RCV-15). */
  readonly foreignAddress?: string;
  /** The certificate of an authority that the suite trusts beside the well-known ones, for the receiver's own certificate. */
  readonly caFile?: string;
}
