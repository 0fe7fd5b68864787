import type { Mutant } from '../mutants/mutant.ts';
import type { Target } from '../src/config/target.ts';

/**
 * A service that makes a choice which the source leaves open, otherwise than the reference service does: no rule may fail under
 * `--profile stated`.
 */
export interface Variation extends Pick<Mutant, 'fault' | 'deliveryFault'> {
  readonly id: string;
  /** The rules that the choice can touch; all where it is not said. */
  readonly rules?: readonly string[];
  /** What its configuration says differently. */
  readonly describe?: (target: Target) => Target;
}
