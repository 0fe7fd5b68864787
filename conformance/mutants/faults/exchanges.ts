import type { OperationId } from '../../src/generated/operations.ts';
import type { FaultContext, NewFault, Request } from '../mutant.ts';
import { type Answer, bodyOf, type Call, entriesOf, isSuccess, refusal, withBody } from '../peer/message.ts';

/** The members of an object. */
export type Members = Readonly<Record<string, unknown>>;

/** A fault that forwards another request. */
export function forwarding(change: (request: Request, context: FaultContext) => Call): NewFault {
  return (context) => async (request, forward) => await forward(change(request, context));
}

/** A fault that refuses some requests. */
export function refusing(status: number, isRefused: (request: Request, context: FaultContext) => boolean): NewFault {
  return (context) => async (request, forward) => (isRefused(request, context) ? refusal(status) : await forward(request));
}

/** A fault that gives another answer. */
export function answering(change: (answer: Answer, request: Request, context: FaultContext) => Answer): NewFault {
  return (context) => async (request, forward) => change(await forward(request), request, context);
}

/** A fault that changes the successful answers of one operation. */
export function answersOf(operation: OperationId, change: (answer: Answer, request: Request, context: FaultContext) => Answer): NewFault {
  return answering((answer, request, context) =>
    request.operation === operation && isSuccess(answer) ? change(answer, request, context) : answer,
  );
}

/** A fault that changes the objects in the answers of some operations. */
export function shown(operations: readonly OperationId[], change: (object: Members) => Members): NewFault {
  return answering((answer, request) =>
    operations.some((operation) => operation === request.operation) ? changed(answer, change) : answer,
  );
}

/** The answer with every object in it changed. */
export function changed(answer: Answer, change: (object: Members) => Members): Answer {
  if (!isSuccess(answer) || answer.body === '') return answer;
  return answer.body.startsWith('[') ? withBody(answer, entriesOf(answer).map(change)) : withBody(answer, change(bodyOf(answer)));
}

/** A fault that changes the entries of one list. */
export function listed(
  list: OperationId,
  change: (entries: readonly Members[], request: Request, context: FaultContext) => readonly Members[],
): NewFault {
  return answersOf(list, (answer, request, context) => withBody(answer, change(entriesOf(answer), request, context)));
}

/** A fault that changes each entry of one list. */
export function listing(list: OperationId, change: (entry: Members) => Members): NewFault {
  return listed(list, (entries) => entries.map(change));
}

/** A fault that changes the bodies of some requests. A body that it returns unchanged is forwarded byte by byte. */
export function asked(operations: readonly OperationId[], change: (body: Members, context: FaultContext) => Members): NewFault {
  return forwarding((request, context) => {
    const body = bodyOf(request);
    // Other bodies than non-empty objects are left to the service.
    if (!operations.some((operation) => operation === request.operation) || Object.keys(body).length === 0) return request;
    const other = change(body, context);
    return other === body ? request : withBody(request, other);
  });
}
