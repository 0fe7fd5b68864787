import { createdId } from '../../api/identity.ts';
import { resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { writeJson } from '../../model/json.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { judgeExecuted, judgeNotReplayed } from '../../scenarios/idempotency/answers.ts';
import { atEach, bodyOf, freshCall } from '../../scenarios/idempotency/use.ts';
import { memberVariants } from '../../scenarios/operations/declared-members.ts';
import { boundOperations, type OperationCase } from '../../scenarios/operations/operation-case.ts';

/** IDEM-01: without a key two equal POSTs have two effects. */
export const idem01: Check = check('IDEM-01', { isolation: 'shared', weight: 2 }, async (context) => {
  let doubled = 0;
  await atEach(context, boundOperations(context), async (one) => {
    if (one.effect.kind === 'create' && !one.staysForGood)
      await context.part(`${one.operation}, alike or at once`, { from: 'standard' }, async () => {
        await judgeAlike(context, one);
        const { call } = await one.prepare();
        judgeTwo(context, one, await Promise.all([context.send(call), context.send(call)]), 'Two equal POSTs at once');
      });
    const { call } = await freshCall(context, one);
    const first = await context.prepare(call);
    const second = await context.sendJudged(call, '2xx');
    // A target may refuse a POST because an equal one was accepted, for example because of its name.
    if ([400, 403, 409, 422].includes(second.status) && !isReplayed(second)) return;
    judgeExecuted(context, second, `Each of two equal POSTs without a key (${one.operation})`);
    doubled += 1;
    judgeTwo(context, one, [first, second], 'Two equal POSTs');
  });
  if (doubled === 0) throw new Inconclusive('the target refuses the second of two equal POSTs at every operation, as it may');
});

/**
 * Judges two POSTs that differ only in the name: with all declared members, or with one more than needed if the target does not accept all
 * together. The target decides which members must be unique.
 */
async function judgeAlike(context: CheckContext, one: OperationCase): Promise<void> {
  for (const variant of memberVariants(one.operation, resources[one.effect.resource])) {
    const answers: Answer[] = [];
    while (answers.length < 2 && answers.every(isSuccess)) {
      const { call } = await one.prepare();
      answers.push(await context.send({ ...call, body: writeJson(variant(bodyOf(call) ?? {})) }));
    }
    if (judgeTwo(context, one, answers, 'Two POSTs that differ only in the name')) return;
  }
}

/** Judges that two accepted POSTs created two objects. @returns false if one was refused */
function judgeTwo(context: CheckContext, { operation, effect }: OperationCase, answers: readonly Answer[], what: string): boolean {
  if (!answers.every(isSuccess)) return false;
  for (const answer of answers) judgeNotReplayed(context, answer, `A POST without a key (${operation})`);
  if (effect.kind !== 'create') return true;
  const [id, other] = answers.map((answer) => createdId(answer, resources[effect.resource].setting));
  context.judge(id === undefined || id !== other, {
    message: `${what} without a key (${operation}) must create two objects.`,
    expected: 'two ids',
    actual: `${id} twice`,
  });
  return true;
}
