import type { Operation, OperationId } from '../../src/generated/operations.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import type { DeliveryFault, Fault, FaultContext } from '../mutant.ts';
import type { Answer, Forward } from '../peer/message.ts';

/** A way to break one rule at any of the operations that it binds. */
export interface Template {
  readonly rule: RuleId;
  /** Describes the fault in the mutant's id: `IDEM-03-replay-has-no-mark-at-emitDocumento`. */
  readonly name: string;
  /** The operations for which this is a fault. Absent for all that the rule binds. */
  readonly applies?: (operation: Operation) => boolean;
  readonly fault: (operation: OperationId) => (context: FaultContext) => Fault;
}

/** A fault that only affects requests of one operation. */
export function only(operation: OperationId, handle: (request: Parameters<Fault>[0], forward: Forward) => Promise<Answer>): Fault {
  return async (request, forward) => (request.operation === operation ? await handle(request, forward) : await forward(request));
}

/** A way to break one rule for any event type that it binds, in its deliveries or in answers about it. */
export interface EventTemplate {
  readonly rule: RuleId;
  readonly name: string;
  /** The types for which this is a fault. Absent for all that the rule binds. */
  readonly applies?: (type: string) => boolean;
  readonly deliveryFault?: (type: string) => (context: FaultContext) => DeliveryFault;
  readonly fault?: (type: string) => (context: FaultContext) => Fault;
}
