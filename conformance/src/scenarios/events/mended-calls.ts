import { headerNames } from '../../api/header-names.ts';
import { resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withHeader, withoutHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { identifier } from '../../model/json.ts';
import type { OperationCase } from '../operations/operation-case.ts';
import { withReference } from '../operations/references.ts';

/** No target has an object under it. */
const ABSENT = identifier('1999999973');

/**
 * Sends a call under its key in ways that must be refused, then as it should be; the last answer, or undefined where not each of the first was refused,
 * or the last one was: whether a refusal stays with its key is not said.
 */
export async function mended(context: CheckContext, one: OperationCase, call: Call): Promise<Answer | undefined> {
  let isRefused = true;
  for (const wrong of wrongWays(context, one, call)) isRefused = !isSuccess(await context.send(wrong)) && isRefused;
  const answer = await context.send(call);
  return isRefused && isSuccess(answer) && !isReplayed(answer) ? answer : undefined;
}

/** What holds the wrong value comes last: a service looks at it after all else. */
export function* wrongWays(context: CheckContext, { effect }: OperationCase, call: Call): Generator<Call> {
  const names = headerNames(context.target.service.headerWord);
  yield withoutHeader(call, 'Authorization');
  yield withHeader(call, names.licenseKey, 'wrong');
  if (call.body === undefined) return;
  yield { ...call, body: call.body.slice(0, -1) };
  for (const { path } of resources[effect.resource].references) {
    const wrong = withReference(call, path, ABSENT);
    if (wrong !== undefined) yield wrong;
  }
}
