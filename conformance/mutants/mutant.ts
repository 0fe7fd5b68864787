import type { OperationId } from '../src/generated/operations.ts';
import type { RuleId } from '../src/generated/rules.ts';
import type { Target } from '../src/model/target.ts';
import type { Answer, Call, Forward } from './peer/message.ts';
import type { Deliver, Delivered } from './peer/relay.ts';
import type { Breaks } from './tables.ts';

/** What a fault knows about the service behind it. */
export interface FaultContext {
  readonly target: Target;
  /** How far the clock control has moved the service on. */
  readonly aheadMs: () => number;
  /** The name of the user who sends a request, by its token. */
  readonly userOf: (request: Call) => string | undefined;
}

/** A request on its way to the service, with its operation. */
export interface Request extends Call {
  readonly operation: OperationId | undefined;
}

/** Handles some requests wrongly, and forwards all others. */
export type Fault = (request: Request, forward: Forward) => Promise<Answer>;

/** Delivers an event wrongly. */
export type DeliveryFault = (delivery: Delivered, deliver: Deliver) => Promise<number>;

/** Created for each run, so that runs share no state. */
export type NewFault = (context: FaultContext) => Fault;

export type NewDeliveryFault = (context: FaultContext) => DeliveryFault;

/** The faults of a service. */
export interface Faults {
  readonly fault?: NewFault;
  readonly deliveryFault?: NewDeliveryFault;
  /** Settings of the reference service. */
  readonly service?: { readonly retryDelaysMs?: readonly number[]; readonly attemptDeadlineMs?: number };
}

/** A service with one small fault, put in front of the reference service. Each rule is in `mustBreak`, in `mayBreak`, or must not fail. */
export interface Mutant extends Faults {
  /** Describes the fault, for example `AUTH-04-half-a-token-serves`. */
  readonly id: string;
  /** The rules whose checks must catch it. It was made for the first. */
  readonly mustBreak: readonly [RuleId, ...RuleId[]];
  readonly mayBreak?: readonly RuleId[];
  /** Whether it must not be in a batch. Most rules cannot judge such a service, so it would hide other faults of the batch. */
  readonly judgedAlone?: true;
}

/** A fault, or what a service does wrong and the rules that it breaks besides its own. */
export type MutantEntry = NewFault | (Faults & Breaks & Pick<Mutant, 'judgedAlone'>);

/** The faulty services that were made for one rule, by name. */
export type Mutants = Readonly<Record<string, MutantEntry>>;
