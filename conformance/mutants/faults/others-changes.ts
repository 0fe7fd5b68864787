import type { OperationId } from '../../src/generated/operations.ts';
import type { Faults, NewFault } from '../mutant.ts';
import { bodyOf, isSuccess } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';
import { undelivered } from './attempts.ts';
import { isStale, renewed } from './concurrency-tokens.ts';
import { objectOf } from './evento.ts';
import { forwarding } from './exchanges.ts';
import { marksOf } from './webhooks.ts';

/** Sends no event for an operation of the other user. @param idIn finds the id of the object in the path */
export function untold(operation: OperationId, type: string, idIn: RegExp): Faults {
  return {
    fault: forwarding((request, context) => {
      const isOther = ![undefined, context.target.credentials.userName].includes(context.userOf(request));
      const id = request.operation === operation && isOther ? idIn.exec(request.path)?.[1] : undefined;
      if (id !== undefined) marksOf(context).set(`${companyOf(request.path)} ${type} ${id}`, 'of another user');
      return request;
    }),
    deliveryFault: undelivered((delivery, context) => {
      const { Type, CompanyId, ...evento } = bodyOf(delivery);
      return marksOf(context).has(`${CompanyId} ${Type} ${objectOf(evento).id}`);
    }),
  };
}

/** Accepts a stale token if another user's change made it stale. */
export function guardedAgainstOneself(operation: OperationId): NewFault {
  return ({ userOf }) => {
    const writers = new Map<string, string | undefined>();
    return async (request, forward) => {
      const user = userOf(request);
      const answer = await forward(request);
      if (request.operation !== operation) return answer;
      const isOthers = writers.has(request.path) && writers.get(request.path) !== user;
      const changed = isStale(answer) && isOthers ? await renewed(request, forward) : answer;
      if (isSuccess(changed)) writers.set(request.path, user);
      return changed;
    };
  };
}
