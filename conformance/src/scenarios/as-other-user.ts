import { withHeader } from '../http/call.ts';
import type { CheckContext } from '../model/check-context.ts';
import type { Call } from '../model/exchange.ts';

/** Gives a call a token of the target's other user. Undefined if there is no such user. */
export async function asOtherUser(context: CheckContext): Promise<((call: Call) => Call) | undefined> {
  if (context.target.otherUser === undefined) return undefined;
  const token = await context.run.session.othersToken((call) => context.send(call));
  return (call) => withHeader(call, 'Authorization', `Bearer ${token}`);
}
