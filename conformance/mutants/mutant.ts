import type { OperationId } from '../src/generated/operations.ts';
import type { RuleId } from '../src/generated/rules.ts';
import type { Target } from '../src/model/target.ts';
import type { Answer, Call, Forward } from './peer/message.ts';
import type { Deliver, Delivered } from './peer/relay.ts';

/** What a fault can see of the service that it stands in front of. */
export interface FaultContext {
  readonly target: Target;
  /** How far the clock control has moved the service on. */
  readonly aheadMs: () => number;
}

/** A request on its way to the service, with the operation that its path names. */
export interface Request extends Call {
  readonly operation: OperationId | undefined;
}

/** Handles a request wrongly; whatever it leaves alone it forwards. */
export type Fault = (request: Request, forward: Forward) => Promise<Answer>;

/** Delivers an event wrongly. */
export type DeliveryFault = (delivery: Delivered, deliver: Deliver) => Promise<number>;

/** A service with one small fault, put in front of the reference service. Each rule is in `mustBreak`, in `mayBreak`, or must not fail. */
export interface Mutant {
  /** Tells what is wrong, for instance `AUTH-04-item-without-token`. */
  readonly id: string;
  /** The rules whose checks must catch it: the first is the one it was made for. */
  readonly mustBreak: readonly [RuleId, ...RuleId[]];
  /** The rules whose checks catch it or not, depending on timing and on what else is judged. */
  readonly mayBreak?: readonly RuleId[];
  /** Whether it belongs in no batch: most rules cannot judge such a service, so it would hide what others in the batch break. */
  readonly judgedAlone?: true;
  /** Made anew for each run, so that its state is its own. */
  readonly fault?: ((context: FaultContext) => Fault) | undefined;
  /** Settings that make the reference service another one. */
  readonly service?: { readonly retryDelaysMs?: readonly number[]; readonly attemptDeadlineMs?: number };
  readonly deliveryFault?: ((context: FaultContext) => DeliveryFault) | undefined;
}
