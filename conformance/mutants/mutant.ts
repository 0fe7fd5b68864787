import type { OperationId } from '../src/generated/operations.ts';
import type { RuleId } from '../src/generated/rules.ts';
import type { Target } from '../src/model/target.ts';
import type { Answered, Asked, Forward } from './peer/message.ts';
import type { Deliver, Delivered } from './peer/relay.ts';

/** What a fault can see of the service that it stands in front of. */
export interface Scene {
  readonly target: Target;
  /** How far the clock control has moved the service on. */
  readonly aheadMs: () => number;
}

/** A request on its way to the service, with the operation that its path names. */
export interface Request extends Asked {
  readonly operation: OperationId | undefined;
}

/** Handles a request wrongly; whatever it leaves alone it forwards. */
export type Fault = (request: Request, forward: Forward) => Promise<Answered>;

/** Delivers an event wrongly. */
export type DeliveryFault = (delivery: Delivered, deliver: Deliver) => Promise<number>;

/**
 * A service with one small fault, put in front of the rightful one: the check of each rule in `breaks` must catch it, and no other
 * check may.
 */
export interface Mutant {
  /** Tells what is wrong, for instance `AUTH-04-item-without-token`. */
  readonly id: string;
  /** The rules that it breaks: the first is the one it was made for. */
  readonly breaks: readonly [RuleId, ...RuleId[]];
  /** Rules that it breaks too when the timing, or what else is judged, is so. */
  readonly perhaps?: readonly RuleId[];
  /** Whether so little can be judged of it that it hides what others break. */
  readonly solitary?: true;
  /** Made anew for each run, so that its state is its own. */
  readonly fault?: ((scene: Scene) => Fault) | undefined;
  /** Settings of the rightful service that make it a wrong one. */
  readonly service?: { readonly retryDelaysMs: readonly number[] };
  readonly deliveryFault?: ((scene: Scene) => DeliveryFault) | undefined;
}
