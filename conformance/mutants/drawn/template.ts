import type { Operation, OperationId } from '../../src/generated/operations.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import type { DeliveryFault, Fault, FaultContext } from '../mutant.ts';
import type { Answer, Forward } from '../peer/message.ts';

/** A way in which one rule can be broken at any one of the operations that it binds. */
export interface Template {
  readonly rule: RuleId;
  /** What is wrong, for the mutant's id: `IDEM-03-replay-has-no-mark-at-emitDocumento`. */
  readonly name: string;
  /** The operations at which it is a fault; every one that the rule binds if it is not given. */
  readonly applies?: (operation: Operation) => boolean;
  readonly fault: (operation: OperationId) => (context: FaultContext) => Fault;
}

/** A fault that touches requests of one operation alone. */
export function only(operation: OperationId, handle: (request: Parameters<Fault>[0], forward: Forward) => Promise<Answer>): Fault {
  return async (request, forward) => (request.operation === operation ? await handle(request, forward) : await forward(request));
}

/** A way in which one rule can be broken for any one event type that it binds: in its deliveries, or in what is answered of it. */
export interface EventTemplate {
  readonly rule: RuleId;
  readonly name: string;
  /** The types in which it is a fault; every one that the rule binds if it is not given. */
  readonly applies?: (type: string) => boolean;
  readonly deliveryFault?: (type: string) => (context: FaultContext) => DeliveryFault;
  readonly fault?: (type: string) => (context: FaultContext) => Fault;
}
