import type { RuleId } from '../src/generated/rules.ts';
import type { ReceiverTarget } from '../src/index.ts';
import type { ReceiverParts } from './peer/receiver-parts.ts';

/** A receiver with one small fault. Each rule is in `mustBreak`, in `mayBreak`, or must not fail. */
export interface ReceiverMutant {
  /** Describes the fault, for example `RCV-06-first-alone`. */
  readonly id: string;
  /** The rules whose checks must catch it. It was made for the first. */
  readonly mustBreak: readonly [RuleId, ...RuleId[]];
  /** The rules whose checks may catch it, depending on the drawn cases. */
  readonly mayBreak?: readonly RuleId[];
  /** The parts that replace correct ones. */
  readonly parts: Partial<ReceiverParts>;
  /** Settings of its description that differ. */
  readonly target?: Partial<ReceiverTarget>;
}
