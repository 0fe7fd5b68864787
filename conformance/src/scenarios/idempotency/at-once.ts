import { isReplayed, isSuccess } from '../../http/answer.ts';
import { isSameRequest } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { noOther } from '../../model/verdict.ts';
import type { OperationCase, Prepared } from '../operations/operation-case.ts';
import { atEach, freshCall, repeatableOperations } from './keyed-use.ts';

/** How many requests are sent at once under one key, and how often. */
const AT_ONCE = 3;
const ROUNDS = 2;

/** Judges that only one of several different requests under one key at the same time is executed: creations with different bodies (IDEM-07). */
export async function judgeCreationsAtOnce(context: CheckContext): Promise<void> {
  const creations = repeatableOperations(context).filter(({ effect }) => effect.kind === 'create');
  await atEach(context, creations, async (one) => {
    for (let round = 0; round < ROUNDS; round += 1) await judgeRound(context, one, AT_ONCE);
  });
}

/** Judges the same of other operations, each with different URLs (IDEM-08). Each request needs an object of its own, so there are fewer. */
export async function judgeOthersAtOnce(context: CheckContext): Promise<void> {
  const others = repeatableOperations(context).filter(({ effect }) => effect.kind !== 'create');
  await atEach(context, others, (one) => judgeRound(context, one, AT_ONCE - 1));
}

async function judgeRound(context: CheckContext, one: OperationCase, atOnce: number): Promise<void> {
  const key = context.freshKey();
  const prepared: Prepared[] = [];
  for (let request = 0; request < atOnce; request += 1) prepared.push(await freshCall(context, one, key));
  // If two requests were the same, the second would be a replay.
  for (const [index, { call }] of prepared.entries())
    if (prepared.slice(0, index).some((other) => isSameRequest(other.call, call))) throw noOther(call);
  const answers = await Promise.all(prepared.map(({ call }) => context.sendJudged(call, '2xx, 409 or 422')));
  const executed = answers.filter((answer) => isSuccess(answer) && !isReplayed(answer));
  const refused = answers.filter((answer) => !executed.includes(answer));
  // If all were refused for another reason than their key, nothing can be said.
  if (answers.every((answer) => !isSuccess(answer) && ![409, 422].includes(answer.status)))
    return context.leaveUnjudged(`${one.operation} at once: each was answered ${answers[0]?.status}`);
  context.judge(executed.length <= 1 && refused.every((answer) => [409, 422].includes(answer.status) && !isReplayed(answer)), {
    message: `Different requests under one key at the same time (${one.operation}) must not lead to more than one execution.`,
    expected: 'one 2xx; 409 or 422 for the others',
    actual: answers.map((answer) => `${answer.status}${isReplayed(answer) ? ' replayed' : ''}`).join(', '),
  });
}
