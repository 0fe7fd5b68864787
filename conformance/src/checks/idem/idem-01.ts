import { createdId } from '../../api/identity.ts';
import { resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { judgeAlikeCreations, judgeAtOnce } from '../../scenarios/idempotency/alike-creations.ts';
import { refusesEqual } from '../../scenarios/idempotency/keyed-case.ts';
import { atEach, freshCall } from '../../scenarios/idempotency/keyed-use.ts';
import { boundOperations } from '../../scenarios/operations/operation-case.ts';

/** IDEM-01: without a key two equal POSTs have two effects. */
export const idem01: Check = check('IDEM-01', { isolation: 'shared', weight: 2 }, async (context) => {
  let doubled = 0;
  await atEach(context, boundOperations(context), async (one) => {
    if (one.effect.kind === 'create' && !context.isQuick && !one.staysForGood) {
      await judgeAlikeCreations(context, one);
      await judgeAtOnce(context, one);
    }
    const prepared = await freshCall(context, one);
    const first = await context.prepare(prepared.call);
    const second = await context.sendJudged(prepared.call, '2xx');
    if (refusesEqual(second)) return;
    context.judge(isSuccess(second) && !isReplayed(second), {
      message: `Each of two equal POSTs without a key (${one.operation}) must be executed.`,
      expected: '2xx, not marked as replayed',
      actual: `${second.status}${isReplayed(second) ? ', marked as replayed' : ''}`,
    });
    doubled += 1;
    if (one.effect.kind !== 'create') return;
    const [id, other] = [first, second].map((answer) => createdId(answer, resources[one.effect.resource].setting));
    context.judge(id === undefined || id !== other, {
      message: `Two equal POSTs without a key (${one.operation}) must create two objects.`,
      expected: 'two ids',
      actual: `${id} twice`,
    });
  });
  if (doubled === 0) throw new Inconclusive('the target refuses the second of two equal POSTs at every operation, as it may');
});
