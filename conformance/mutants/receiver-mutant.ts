import type { RuleId } from '../src/generated/rules.ts';
import type { ReceiverTarget } from '../src/index.ts';
import type { ReceiverParts } from './peer/receiver-parts.ts';

/** A receiver with one small fault. Each rule is in `mustBreak`, in `mayBreak`, or must not fail. */
export interface ReceiverMutant {
  /** Tells what is wrong, for instance `RCV-06-first-alone`. */
  readonly id: string;
  /** The rules whose checks must catch it: the first is the one it was made for. */
  readonly mustBreak: readonly [RuleId, ...RuleId[]];
  /** The rules whose checks catch it or not, depending on what is drawn. */
  readonly mayBreak?: readonly RuleId[];
  /** What it has in the place of the right parts. */
  readonly parts: Partial<ReceiverParts>;
  /** What its description says differently. */
  readonly target?: Partial<ReceiverTarget>;
}
