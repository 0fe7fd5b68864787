import type { OperationId } from '../../src/generated/operations.ts';
import { headerOf, isSuccess, withHeader } from '../peer/message.ts';
import type { Template } from './template.ts';

/** Uses the newest token in place of an expired one that was accepted before. */
function remembered(isSeen: (at: OperationId | undefined, operation: OperationId) => boolean): Template['fault'] {
  return (operation) => () => {
    const once = new Set<string>();
    let latest = '';
    return async (request, forward) => {
      const sent = headerOf(request, 'Authorization') ?? '';
      const answer = await forward(request);
      if (isSuccess(answer) && sent !== '') {
        if (isSeen(request.operation, operation)) once.add(sent);
        latest = sent;
      }
      const isExpired = answer.status === 401 && once.has(sent) && sent !== latest;
      return request.operation === operation && isExpired ? await forward(withHeader(request, 'Authorization', latest)) : answer;
    };
  };
}

/** Faults in how an expired token is treated. */
export const expiredTokens: readonly Template[] = [
  {
    rule: 'AUTH-05',
    name: 'an-expired-token-serves',
    applies: ({ token }) => token,
    fault: remembered(() => true),
  },
  {
    rule: 'AUTH-05',
    name: 'a-token-that-was-used-here-does-not-end',
    applies: ({ token }) => token,
    fault: remembered((at, operation) => at === operation),
  },
];
