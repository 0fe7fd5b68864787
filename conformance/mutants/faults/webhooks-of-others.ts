import type { OperationId } from '../../src/generated/operations.ts';
import type { NewFault } from '../mutant.ts';
import { bodyOf, headerOf, isSuccess, withHeader } from '../peer/message.ts';
import { answersOf } from './exchanges.ts';
import { idOf, marksOf } from './webhooks.ts';

/** Lets every user apply an operation to a webhook, as if the webhook were theirs. */
export function forAnyUser(operation: OperationId): NewFault {
  return () => {
    const owners = new Map<string, string>();
    return async (request, forward) => {
      const answer = await forward(request);
      const authorization = headerOf(request, 'Authorization');
      if (request.operation === 'createWebhook' && isSuccess(answer) && authorization !== undefined)
        owners.set(String(bodyOf(answer).id), authorization);
      const owner = owners.get(idOf(request));
      if (request.operation !== operation || answer.status !== 404 || owner === undefined) return answer;
      const asOwner = await forward(withHeader(request, 'Authorization', owner));
      return isSuccess(asOwner) ? asOwner : answer;
    };
  };
}

/** Marks webhooks whose Url another user used before. */
export const urlsOfOthersMarked: NewFault = (context) => {
  const owners = new Map<unknown, string | undefined>();
  return answersOf('createWebhook', (answer, request) => {
    const [{ url, secret }, user] = [bodyOf(answer), context.userOf(request)];
    if (!owners.has(url)) owners.set(url, user);
    if (owners.get(url) !== user) marksOf(context).set(String(secret), 'of another');
    return answer;
  })(context);
};
