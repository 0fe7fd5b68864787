import type { Operation, OperationId } from '../../src/generated/operations.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import { answering, forwarding, refusing } from '../faults/exchanges.ts';
import type { Fault, FaultContext, NewDeliveryFault, NewFault, Request } from '../mutant.ts';
import type { Answer, Call, Forward } from '../peer/message.ts';

/** A fault at one operation. */
export type FaultAt = (operation: OperationId) => NewFault;

/** The operations for which something is a fault. */
export type Applies = (operation: Operation) => boolean;

/** Ways to break a rule at any of the operations that it binds, or of those that `applies` names. The names begin with the rule. */
export type Templates = Readonly<Record<`${RuleId}-${string}`, FaultAt | { readonly applies: Applies; readonly fault: FaultAt }>>;

/** A way to break a rule for any event type, in its deliveries or in answers about it. */
export interface EventTemplate {
  /** The types for which this is a fault. Absent for all that the rule binds. */
  readonly applies?: (type: string) => boolean;
  readonly deliveryFault?: (type: string) => NewDeliveryFault;
  readonly fault?: (type: string) => NewFault;
}

/** Ways to break a rule for any event type that it binds. The names begin with the rule. */
export type EventTemplates = Readonly<Record<`${RuleId}-${string}`, EventTemplate>>;

/** A fault that only affects requests of one operation. */
export function only(operation: OperationId, handle: (request: Request, forward: Forward) => Promise<Answer>): Fault {
  return async (request, forward) => (request.operation === operation ? await handle(request, forward) : await forward(request));
}

/** A fault that refuses some requests of one operation. */
export function refusingAt(status: number, isRefused: (request: Request, context: FaultContext) => boolean): FaultAt {
  return (operation) => refusing(status, (request, context) => request.operation === operation && isRefused(request, context));
}

/** A fault that forwards other requests of one operation. */
export function forwardingAt(change: (request: Request, context: FaultContext) => Call): FaultAt {
  return (operation) => forwarding((request, context) => (request.operation === operation ? change(request, context) : request));
}

/** A fault that gives other answers of one operation. */
export function answeringAt(change: (answer: Answer, request: Request, context: FaultContext) => Answer): FaultAt {
  return (operation) =>
    answering((answer, request, context) => (request.operation === operation ? change(answer, request, context) : answer));
}

export const hasToken: Applies = ({ token }) => token;

export const hasLicense: Applies = ({ license }) => license;

export const takesKey: Applies = ({ acceptsKey }) => acceptsKey;

export const isList: Applies = ({ id }) => id.startsWith('list');

/** Whether its path names an object. */
export const namesObject: Applies = ({ path }) => /\{(?!version\}|companyId\})/.test(path);
