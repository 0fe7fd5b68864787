import { createdId } from '../../api/identity.ts';
import { resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { refusesEqual } from '../../scenarios/idempotency/keyed-case.ts';
import { atEach, freshCall } from '../../scenarios/idempotency/keyed-use.ts';
import { memberVariants, type Variant } from '../../scenarios/operations/declared-members.ts';
import { boundOperations, type OperationCase } from '../../scenarios/operations/operation-case.ts';

/** IDEM-01: without a key two equal POSTs have two effects. */
export const idem01: Check = check('IDEM-01', { isolation: 'shared', weight: 2 }, async (context) => {
  let doubled = 0;
  await atEach(context, boundOperations(context), async (one) => {
    if (one.effect.kind === 'create' && !one.staysForGood)
      await context.part(`${one.operation}, alike or at once`, { from: 'standard' }, async () => {
        await judgeAlikeCreations(context, one);
        await judgeAtOnce(context, one);
      });
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

/**
 * Judges that two POSTs which differ only in the name create two objects (IDEM-01): with all declared members, or with one more than needed
 * if the target does not accept all together. The target decides which members must be unique.
 */
async function judgeAlikeCreations(context: CheckContext, one: OperationCase): Promise<void> {
  for (const variant of memberVariants(one.operation, resources[one.effect.resource])) if (await judgeAlike(context, one, variant)) return;
}

/** Whether both were accepted. */
async function judgeAlike(
  context: CheckContext,
  { operation, effect, company, prepare }: OperationCase,
  variant: Variant,
): Promise<boolean> {
  const api = await context.api();
  const ids: (string | undefined)[] = [];
  for (let post = 0; post < 2; post += 1) {
    const { draft } = await prepare();
    const answer = await context.send(api.call(operation, { company, body: variant(draft?.body ?? {}) }));
    if (!isSuccess(answer)) return false;
    context.judge(!isReplayed(answer), {
      message: `A POST without a key (${operation}) must not be answered from the store.`,
      expected: 'no Idempotent-Replayed: true',
      actual: 'Idempotent-Replayed: true',
    });
    ids.push(createdId(answer, resources[effect.resource].setting));
  }
  judgeTwo(context, ids, `Two POSTs that differ only in the name (${operation})`);
  return true;
}

/** Judges that two equal POSTs at once create two objects (IDEM-01), if the target accepts both. */
async function judgeAtOnce(context: CheckContext, { operation, effect, prepare }: OperationCase): Promise<void> {
  const { call } = await prepare();
  const answers = await Promise.all([context.send(call), context.send(call)]);
  if (!answers.every(isSuccess)) return;
  const ids = answers.map((answer) => createdId(answer, resources[effect.resource].setting));
  judgeTwo(context, ids, `Two equal POSTs without a key at once (${operation})`);
}

function judgeTwo(context: CheckContext, [id, other]: readonly (string | undefined)[], what: string): void {
  context.judge(id === undefined || id !== other, {
    message: `${what} must create two objects.`,
    expected: 'two ids',
    actual: `${id} twice`,
  });
}
