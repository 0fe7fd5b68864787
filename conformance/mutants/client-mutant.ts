import type { RuleId } from '../src/generated/rules.ts';
import type { ClientParts } from './peer/client-parts.ts';

/** A client with one small fault. Each rule is in `mustBreak`, in `mayBreak`, or must not fail. */
export interface ClientMutant {
  /** Tells what is wrong, for instance `CLI-06-new-key-each-time`. */
  readonly id: string;
  /** The rules whose checks must catch it: the first is the one it was made for. */
  readonly mustBreak: readonly [RuleId, ...RuleId[]];
  /** The rules whose checks catch it or not, depending on what is drawn. */
  readonly mayBreak?: readonly RuleId[];
  /** What it has in the place of the right parts. */
  readonly parts: Partial<ClientParts>;
}
