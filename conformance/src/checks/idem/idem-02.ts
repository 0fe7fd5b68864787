import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { memberOf } from '../../model/json.ts';
import type { KeyedUse } from '../../scenarios/idempotency/keyed-use.ts';
import { asUse, atEach, freshCall, keyedOperations } from '../../scenarios/idempotency/keyed-use.ts';
import type { OperationCase } from '../../scenarios/operations/operation-case.ts';
import { shownNow } from '../../scenarios/operations/stored-object.ts';
import { wrongWays } from '../../scenarios/refusals/wrong-ways.ts';
import { changeHexDigit } from '../../scenarios/values/near-uuid.ts';
import { isSameName } from '../../scenarios/values/texts.ts';

/** IDEM-02: the first request with a key is executed normally and is not marked as replayed, however near the key is to a used one. */
export const idem02: Check = check('IDEM-02', { isolation: 'shared', weight: 3 }, async (context) => {
  await atEach(context, keyedOperations(context), async (one) => {
    const [key, what] = [context.freshKey(), `The first request with a key (${one.operation})`];
    const prepared = await freshCall(context, one, key);
    const answer = await context.sendJudged(prepared.call, '2xx');
    judgeFirst(context, answer, what);
    if (one.staysForGood) return;
    for (const near of context.some([changeHexDigit(key, 0), changeHexDigit(key, 35)]))
      judgeFirst(context, await sentFirst(context, one, near), `${what} like a used one`);
    if (!context.isQuick) await judgeMended(context, one);
    // The control: without a key what is created or changed is shown as it was sent.
    const unkeyed = await freshCall(context, one);
    if ((await showsName(context, await asUse(one, '', unkeyed, await context.prepare(unkeyed.call)))) !== true) return;
    const takesEffect = await showsName(context, await asUse(one, key, prepared, answer));
    context.judge(takesEffect !== false, {
      message: `${what} must take effect.`,
      expected: 'shown as it was sent',
      actual: 'not shown so',
    });
  });
});

/** Whatever was refused under the key before, what is executed for the first time is no replay. */
async function judgeMended(context: CheckContext, one: OperationCase): Promise<void> {
  const { call } = await freshCall(context, one, context.freshKey());
  if (call.body === undefined) return;
  for (const wrong of wrongWays(context, one, call)) if (isSuccess(await context.send(wrong))) return;
  const answer = await context.sendJudged(call, 'anything but a success that is marked as replayed');
  context.judge(!isSuccess(answer) || !isReplayed(answer), {
    message: `What is executed under a key that was refused before (${one.operation}) must not be marked as replayed.`,
    expected: 'no Idempotent-Replayed: true',
    actual: 'Idempotent-Replayed: true',
  });
}

async function sentFirst(context: CheckContext, one: OperationCase, key: string): Promise<Answer> {
  return await context.sendJudged((await freshCall(context, one, key)).call, '2xx');
}

function judgeFirst(context: CheckContext, answer: Answer, what: string): void {
  context.judge(isSuccess(answer), { message: `${what} must be executed.`, expected: '2xx', actual: String(answer.status) });
  context.judge(!isReplayed(answer), {
    message: `${what} must not be marked as replayed.`,
    expected: 'no Idempotent-Replayed: true',
    actual: 'Idempotent-Replayed: true',
  });
}

/** Whether what was created or changed bears the name that it was given; undefined if it has none. */
async function showsName(context: CheckContext, { object, draft }: KeyedUse): Promise<boolean | undefined> {
  if (object === undefined || draft?.label === undefined || object.resource.label === undefined) return undefined;
  return isSameName(memberOf(await shownNow(context, object), object.resource.label), draft.label);
}
