import type { OperationId } from '../../src/generated/operations.ts';
import type { Faults, NewFault } from '../mutant.ts';
import { bodyOf, isSuccess } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';
import { Users } from '../peer/users.ts';
import type { Evento } from './evento.ts';
import { renewed } from './renewed-puts.ts';
import { marksOf } from './webhooks.ts';

/** Sends no event for an operation of the other user. @param idIn finds the id of the object in the path */
export function untold(operation: OperationId, type: string, idIn: RegExp): Faults {
  return {
    fault: (context) => {
      const users = new Users();
      return async (request, forward) => {
        const isOther = ![undefined, context.target.credentials.userName].includes(users.of(request));
        const id = request.operation === operation && isOther ? idIn.exec(request.path)?.[1] : undefined;
        if (id !== undefined) marksOf(context).set(`${companyOf(request.path)} ${type} ${id}`, 'of another user');
        const answer = await forward(request);
        users.learn(request, answer);
        return answer;
      };
    },
    deliveryFault: (context) => async (delivery, deliver) => {
      const { Type, CompanyId, Object: object } = bodyOf(delivery);
      const isOthers = marksOf(context).has(`${CompanyId} ${Type} ${(object as Evento).id}`);
      return isOthers ? 204 : await deliver(delivery);
    },
  };
}

/** Accepts a stale token if another user's change made it stale. */
export function guardedAgainstOneself(operation: OperationId): NewFault {
  return () => {
    const users = new Users();
    const writers = new Map<string, string | undefined>();
    return async (request, forward) => {
      const user = users.of(request);
      const answer = await forward(request);
      users.learn(request, answer);
      if (request.operation !== operation) return answer;
      const isOthers = writers.has(request.path) && writers.get(request.path) !== user;
      const isStale = answer.status === 422 && bodyOf(answer).code === 'concurrency-conflict';
      const changed = isStale && isOthers ? await renewed(request, forward) : answer;
      if (isSuccess(changed)) writers.set(request.path, user);
      return changed;
    };
  };
}
