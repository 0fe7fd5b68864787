import type { Faults } from '../mutants/mutant.ts';
import type { ClockControl } from '../mutants/peer/faulty-service.ts';
import type { RuleId } from '../src/generated/rules.ts';
import type { Budget } from '../src/model/result.ts';
import type { Target } from '../src/model/target.ts';

/**
 * A service that decides otherwise than the reference service where the source leaves it open. No rule may fail under `--profile stated`.
 * Under `--profile reference` only those rules may fail that state our own choice.
 */
export interface Variation extends Faults {
  readonly id: string;
  /** The rules that the choice can affect. Absent for all. */
  readonly rules?: readonly string[];
  /** Rules of ours that it decides otherwise. Under `--profile reference` it breaks these, and no others. */
  readonly against?: readonly RuleId[];
  /** Rules that must also be judged. If they were inconclusive, such a service could not conform. */
  readonly told?: readonly RuleId[];
  /** The budget that shows the choice, if it differs from the usual one. */
  readonly budget?: Budget;
  /** Whether it listens on TLS. */
  readonly tls?: boolean;
  /** The state of its clock at the start, and what the clock control answers. */
  readonly clock?: ClockControl;
  /** Settings of its configuration that differ. */
  readonly describe?: (target: Target) => Target;
}
