import { withHeader } from '../http/call.ts';
import type { CheckContext } from '../model/check-context.ts';
import type { Call } from '../model/exchange.ts';

/** How the target's other user sends a call, with a token of their own; undefined where there is no such user. */
export async function asOtherUser(context: CheckContext): Promise<((call: Call) => Call) | undefined> {
  const { otherUser, credentials } = context.target;
  if (otherUser === undefined) return undefined;
  const token = await context.run.session.newToken((call) => context.send(call), { ...credentials, ...otherUser });
  return (call) => withHeader(call, 'Authorization', `Bearer ${token}`);
}
