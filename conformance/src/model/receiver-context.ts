import type { JudgingContext } from './judging-context.ts';
import type { ReceiverTarget } from './receiver-target.ts';
import type { OutgoingDelivery, Reception } from './reception.ts';
import type { Finding } from './verdict.ts';

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
