import type { RuleId } from '../src/generated/rules.ts';
import type { ClientParts } from './peer/client-parts.ts';
import type { Breaks } from './tables.ts';

/** A client with one small fault. Each rule is in `mustBreak`, in `mayBreak`, or must not fail. */
export interface ClientMutant {
  /** Describes the fault, for example `CLI-06-new-key-each-time`. */
  readonly id: string;
  /** The rules whose checks must catch it. It was made for the first. */
  readonly mustBreak: readonly [RuleId, ...RuleId[]];
  readonly mayBreak: readonly RuleId[];
  /** The parts that replace correct ones. */
  readonly parts: Partial<ClientParts>;
}

/** The parts that replace correct ones, and what they break. */
export interface ClientEntry extends Partial<ClientParts>, Breaks {}

/** The faulty clients that were made for one rule, by name. */
export type ClientMutants = Readonly<Record<string, ClientEntry>>;
