import { isReplayed, isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import type { OperationCase } from '../operations/operation-case.ts';
import { wrongWays } from '../refusals/wrong-ways.ts';

/**
 * Sends a call under its key in ways that must be refused, then correctly. Answers the last answer, if the wrong calls were refused and the
 * last one was executed; otherwise undefined, since the source does not say whether a key keeps a refusal.
 */
export async function mended(context: CheckContext, one: OperationCase, call: Call): Promise<Answer | undefined> {
  let isRefused = true;
  for (const wrong of wrongWays(context, one, call)) isRefused = !isSuccess(await context.send(wrong)) && isRefused;
  const answer = await context.send(call);
  return isRefused && isSuccess(answer) && !isReplayed(answer) ? answer : undefined;
}
