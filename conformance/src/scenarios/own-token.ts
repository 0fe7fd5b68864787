import { RequestBuilder } from '../api/requests.ts';
import { isSuccess } from '../http/answer.ts';
import type { CheckContext } from '../model/check-context.ts';

/** How many new tokens are tried: where a login ends the earlier sessions of its user, one beside it may end each before its first use. */
const MOST_TOKENS = 5;

/** Requests with a new token that works, that nothing else uses, and that is sent as it is when it has ended. */
export async function ownToken(context: CheckContext): Promise<RequestBuilder> {
  for (let tries = 1; ; tries += 1) {
    const calls = await unusedToken(context);
    const isLast = tries === MOST_TOKENS;
    const list = calls.call('listAzienda');
    const answer = await (isLast ? context.prepare(list) : context.send(list));
    if (isSuccess(answer)) return calls;
  }
}

/** The same with a token that nothing has been sent with yet. */
export async function unusedToken(context: CheckContext): Promise<RequestBuilder> {
  const { session } = context.run;
  const calls = new RequestBuilder(context.target, await session.newToken((call) => context.send(call)));
  session.retire(calls.token);
  return calls;
}
