import { RequestBuilder } from '../api/requests.ts';
import type { CheckContext } from '../model/check-context.ts';

/** Requests with a new token that works, that nothing else uses, and that is sent as it is when it has ended. */
export async function ownToken(context: CheckContext): Promise<RequestBuilder> {
  const calls = await unusedToken(context);
  await context.prepare(calls.call('listAzienda'));
  return calls;
}

/** The same with a token that nothing has been sent with yet. */
export async function unusedToken(context: CheckContext): Promise<RequestBuilder> {
  const { session } = context.run;
  const calls = new RequestBuilder(context.target, await session.newToken((call) => context.send(call)));
  session.retire(calls.token);
  return calls;
}
