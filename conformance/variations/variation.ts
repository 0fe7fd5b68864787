import type { Mutant } from '../mutants/mutant.ts';
import type { ClockControl } from '../mutants/peer/faulty-service.ts';
import type { RuleId } from '../src/generated/rules.ts';
import type { Budget } from '../src/model/result.ts';
import type { Target } from '../src/model/target.ts';

/**
 * A service that makes a choice which the source leaves open, otherwise than the reference service does: no rule may fail under
 * `--profile stated`, and under `--profile reference` none but those that say how we chose.
 */
export interface Variation extends Pick<Mutant, 'fault' | 'deliveryFault' | 'service'> {
  readonly id: string;
  /** The rules that the choice can touch; all where it is not said. */
  readonly rules?: readonly string[];
  /** Decisions of ours that it takes otherwise: these rules it breaks under `--profile reference`, and no other. */
  readonly against?: readonly RuleId[];
  /** Rules that must be judged too: where they cannot be told, such a service could not conform. */
  readonly told?: readonly RuleId[];
  /** The budget at which its choice shows, where that is not the one of all others. */
  readonly budget?: Budget;
  /** Whether it is asked over TLS. */
  readonly tls?: boolean;
  /** How its clock is at the start, and what the control of it answers. */
  readonly clock?: ClockControl;
  /** What its configuration says differently. */
  readonly describe?: (target: Target) => Target;
}
