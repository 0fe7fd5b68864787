import type { RuleId } from '../src/generated/rules.ts';
import type { ReceiverTarget } from '../src/index.ts';
import type { ReceiverParts } from './peer/receiver-parts.ts';
import type { Breaks } from './tables.ts';

/** A receiver with one small fault. Each rule is in `mustBreak`, in `mayBreak`, or must not fail. */
export interface ReceiverMutant {
  /** Describes the fault, for example `RCV-06-first-alone`. */
  readonly id: string;
  /** The rules whose checks must catch it. It was made for the first. */
  readonly mustBreak: readonly [RuleId, ...RuleId[]];
  readonly mayBreak: readonly RuleId[];
  /** The parts that replace correct ones. */
  readonly parts: Partial<ReceiverParts>;
  /** Settings of its description that differ. */
  readonly target: Partial<ReceiverTarget>;
}

/** The parts that replace correct ones, and what they break. */
export interface ReceiverEntry extends Partial<ReceiverParts>, Breaks {
  readonly target?: Partial<ReceiverTarget>;
}

/** The faulty receivers that were made for one rule, by name. */
export type ReceiverMutants = Readonly<Record<string, ReceiverEntry>>;
