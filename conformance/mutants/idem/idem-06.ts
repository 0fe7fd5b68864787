import { KEY_HEADER } from '../faults/keys.ts';
import type { Fault, Mutants, NewFault } from '../mutant.ts';
import { type Answer, headerOf, refusal, withHeader, without } from '../peer/message.ts';
import { forEachUser } from '../peer/users.ts';

/** A fault for the retry after a 409 that was answered because the first request with the key was in progress. */
function afterConflict(handle: Fault | (() => Answer), operation?: string): NewFault {
  return forEachUser(() => {
    const busy = new Set<string>();
    const refusedAt = new Map<string, number>();
    return async (request, forward) => {
      const key = headerOf(request, KEY_HEADER);
      if (key === undefined || (operation !== undefined && request.operation !== operation)) return await forward(request);
      if (busy.has(key)) {
        refusedAt.set(key, Date.now());
        return withHeader(refusal(409), 'Retry-After', '1');
      }
      const since = refusedAt.get(key);
      // A request that was sent together with the first is not a retry.
      if (since !== undefined && Date.now() - since > 900) return await handle(request, forward);
      busy.add(key);
      return await forward(request).finally(() => busy.delete(key));
    };
  });
}

export const mutants: Mutants = {
  'conflict-for-ever': { mayBreak: ['IDEM-15'], fault: afterConflict(() => refusal(409)) },
  'executes-after-a-conflict': {
    mayBreak: ['IDEM-05', 'IDEM-15'],
    fault: afterConflict((request, forward) => forward(without(request, KEY_HEADER))),
  },
  'a-redelivery-conflicts-for-ever': {
    mayBreak: ['IDEM-05', 'IDEM-15'],
    fault: afterConflict(() => refusal(409), 'redeliverEvento'),
  },
};
