import type { RuleId } from '../src/generated/rules.ts';
import type { ClientParts } from './peer/client-parts.ts';

/** A client with one small fault. Each rule is in `mustBreak`, in `mayBreak`, or must not fail. */
export interface ClientMutant {
  /** Describes the fault, for example `CLI-06-new-key-each-time`. */
  readonly id: string;
  /** The rules whose checks must catch it. It was made for the first. */
  readonly mustBreak: readonly [RuleId, ...RuleId[]];
  /** The rules whose checks may catch it, depending on the drawn cases. */
  readonly mayBreak?: readonly RuleId[];
  /** The parts that replace correct ones. */
  readonly parts: Partial<ClientParts>;
}
