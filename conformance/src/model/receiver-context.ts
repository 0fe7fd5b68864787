import type { JudgingContext } from './check-context.ts';
import type { Exchange } from './exchange.ts';
import type { Finding } from './verdict.ts';

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

/** How often each event was processed, by EventGuid in lower case. */
export type Processed = ReadonlyMap<string, number>;

/** What the check of a receiver's rule works with: it sends deliveries, and judges the answers and effects. */
export interface ReceiverContext extends JudgingContext {
  readonly target: ReceiverTarget;
  /** Sends a delivery, again after a 429. No answer counts as a refusal. @throws Inconclusive if the receiver stops answering for good */
  deliver(delivery: OutgoingDelivery): Promise<Reception>;
  /** Like `deliver`, from the foreign address. @throws Skip if none is configured, Inconclusive if it is no address of this machine */
  deliverFromElsewhere(delivery: OutgoingDelivery): Promise<Reception>;
  /** Waits until the counts stop changing. Undefined if the target has no `effects`. @throws Inconclusive if they cannot be read */
  processed(guids: readonly string[]): Promise<Processed | undefined>;
  /** One judgement about an event. A failure shows everything that was sent for that event. */
  judgeEvent(guid: string, holds: boolean, finding: Finding): void;
}
