import type { Request } from '../mutant.ts';
import { type Answer, bodyOf, type Call, type Forward, isSuccess, withBody, without } from '../peer/message.ts';

/** The member of the body that holds the token. */
export function tokenMember(request: Request): string {
  return (
    Object.keys(bodyOf(request)).find((name) => name.toLowerCase() === 'concurrencytoken') ??
    (request.operation === 'updateWebhook' ? 'ConcurrencyToken' : 'concurrencyToken')
  );
}

/** The PUT with the current token of the object, without its key. */
export async function renewed(request: Request, forward: Forward): Promise<Answer> {
  const headers = request.headers.filter(([name]) => !/^(content-type|idempotency-key)$/i.test(name));
  const shown = await forward({ method: 'GET', path: request.path, headers, body: '' });
  if (!isSuccess(shown)) return await forward(request);
  const current: Call = withBody(without(request, 'Idempotency-Key'), {
    ...bodyOf(request),
    [tokenMember(request)]: bodyOf(shown).concurrencyToken,
  });
  return await forward(current);
}
