import { RequestBuilder } from '../api/requests.ts';
import { isSuccess } from '../http/answer.ts';
import type { CheckContext } from '../model/check-context.ts';

/** New tokens that are tried: if a login ends earlier sessions, another login may end each of them before its first use. */
const MOST_TOKENS = 5;

/** Requests with a working token that nothing else uses. It is not renewed when it expires. */
export async function ownToken(context: CheckContext): Promise<RequestBuilder> {
  for (let tries = 1; ; tries += 1) {
    const calls = await unusedToken(context);
    const isLast = tries === MOST_TOKENS;
    const list = calls.call('listAzienda');
    const answer = await (isLast ? context.prepare(list) : context.send(list));
    if (isSuccess(answer)) return calls;
  }
}

/** Requests with a new token that has not been used yet. */
export async function unusedToken(context: CheckContext): Promise<RequestBuilder> {
  const { session } = context.run;
  const calls = new RequestBuilder(context.target, await session.newToken((call) => context.send(call)));
  session.retire(calls.token);
  return calls;
}
