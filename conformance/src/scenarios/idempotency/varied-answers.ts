import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { isObject, parseJson, writeJson } from '../../model/json.ts';
import { memberVariants, type Variant } from '../operations/declared-members.ts';
import type { OperationCase } from '../operations/operation-case.ts';
import { webhookVariants } from '../operations/webhook-variants.ts';
import { atEach, freshCall, judgeRetry } from './keyed-use.ts';

/**
 * Judges at each of these operations that its answer is stored unchanged: with all declared members, or with one optional member if the
 * target does not accept all together. Webhooks are tried for each audience.
 */
export async function judgeVariedAnswers(context: CheckContext, cases: readonly OperationCase[]): Promise<void> {
  await atEach(context, cases, async (one) => {
    const isWebhook = one.effect.resource === 'webhook';
    const variants = isWebhook ? webhookVariants : memberVariants(one.operation, resources[one.effect.resource]);
    for (const variant of variants) if ((await judgeVaried(context, one, variant)) && !isWebhook) return;
  });
}

/** Whether the target accepted the body. */
async function judgeVaried(context: CheckContext, one: OperationCase, variant: Variant): Promise<boolean> {
  const key = context.freshKey();
  const prepared = await freshCall(context, one, key);
  const body = parseJson(prepared.call.body ?? 'null');
  if (!isObject(body)) return false;
  const call = { ...prepared.call, body: writeJson(variant(body)) };
  const original = await context.send(call);
  if (!isSuccess(original)) return false;
  await judgeRetry(context, { ...prepared, one, key, call, original }, 'A retry of a request with a varied body');
  return true;
}
