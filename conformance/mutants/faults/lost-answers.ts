import type { OperationId } from '../../src/generated/operations.ts';
import type { Fault, NewFault, Request } from '../mutant.ts';
import type { Answer } from '../peer/message.ts';
import { forEachUser } from '../peer/users.ts';

type Forward = Parameters<Fault>[1];

/**
 * A service that loses its answer to the first of several simultaneous requests.
 * @param same what the requests must have in common. Undefined for requests that are left alone
 * @param meet handles the second request. Later ones are forwarded unchanged
 */
export function losingTheFirst(
  operations: readonly OperationId[],
  same: (request: Request) => string | undefined,
  meet: (request: Request, forward: Forward) => Promise<Answer>,
): NewFault {
  return forEachUser(() => {
    const met = new Map<string, boolean>();
    return async (request, forward) => {
      const common = operations.some((operation) => operation === request.operation) ? same(request) : undefined;
      if (common === undefined) return await forward(request);
      if (met.has(common)) {
        if (met.get(common)) return await forward(request);
        met.set(common, true);
        return await meet(request, forward);
      }
      met.set(common, false);
      const answer = await forward(request);
      const isLost = met.get(common);
      met.delete(common);
      if (isLost) throw new Error('the connection breaks under the answer');
      return answer;
    };
  });
}
