import type { JudgingContext } from './judging-context.ts';
import type { ReceiverTarget } from './receiver-target.ts';
import type { OutgoingDelivery, Reception } from './reception.ts';
import type { Finding } from './verdict.ts';

/** How often events were processed, by EventGuid in lower case. */
export type Processed = ReadonlyMap<string, number>;

/** What the check of a receiver's rule works with: it sends deliveries and judges what became of them. */
export interface ReceiverContext extends JudgingContext {
  readonly target: ReceiverTarget;
  /** Sends a delivery. A 429 is waited for; silence counts as a refusal. @throws Inconclusive if the receiver falls silent for good. */
  deliver(delivery: OutgoingDelivery): Promise<Reception>;
  /** The same from the foreign address. @throws Skip if none is configured, Inconclusive where it is no address of this machine. */
  deliverFromElsewhere(delivery: OutgoingDelivery): Promise<Reception>;
  /** Waits until what was processed changes no more; undefined if nobody shows it. @throws Inconclusive if it cannot be read */
  processed(guids: readonly string[]): Promise<Processed | undefined>;
  /** One judgement of what became of an event: its failure shows all that was sent about it. */
  judgeEvent(guid: string, holds: boolean, finding: Finding): void;
}
