import { ClientError } from '../client-error.ts';
import type { Fetch } from '../client-options.ts';
import type { TokenSource } from '../token/token-source.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { type RequestPlan, toRequest, withHeaders } from './request-plan.ts';

/**
 * Sends with a token. A 401 means that the token has expired: it is given up, and the request is repeated once with a new one (CLI-04).
 *
 * @throws {ClientError} `token-refused` when the new token gets 401 too (CLI-05)
 */
export async function sendAuthorized(plan: RequestPlan, tokens: TokenSource, send: Fetch): Promise<Response> {
  const token = await tokens.get(plan.signal);
  const response = await send(toRequest(withToken(plan, token)));
  if (response.status !== 401) return response;
  await response.body?.cancel();
  tokens.invalidate(token);
  const repeated = await send(toRequest(withToken(plan, await tokens.get(plan.signal))));
  if (repeated.status !== 401) return repeated;
  await repeated.body?.cancel();
  const key = idempotencyKeyOf(plan);
  throw new ClientError(
    'token-refused',
    'The service refused a token that it had just issued; look at the API key and the clock of the service.',
    {
      status: 401,
      ...(key === undefined ? {} : { idempotencyKey: key }),
    },
  );
}

function withToken(plan: RequestPlan, token: string): RequestPlan {
  return withHeaders(plan, { Authorization: `Bearer ${token}` });
}
