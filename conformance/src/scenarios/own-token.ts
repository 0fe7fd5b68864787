import { RequestBuilder } from '../api/requests.ts';
import type { CheckContext } from '../model/check-context.ts';

/** Requests with a new token that works, that nothing else uses, and that is sent as it is when it has ended. */
export async function ownToken(context: CheckContext): Promise<RequestBuilder> {
  const { session } = context.run;
  const calls = new RequestBuilder(context.target, await session.newToken((call) => context.send(call)));
  await context.prepare(calls.call('listAzienda'));
  session.retire(calls.token);
  return calls;
}
