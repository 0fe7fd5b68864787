import fc from 'fast-check';
import { createdId } from '../../api/identity.ts';
import { createsForGood } from '../../api/requests.ts';
import { resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { judgeAlikeCreations, judgeAtOnce } from '../../scenarios/idempotency/alike-creations.ts';
import { type Creation, creations } from '../../scenarios/idempotency/creation.ts';
import { ExpectedEffects, refusesEqual, withCreation } from '../../scenarios/idempotency/keyed-case.ts';
import { atEach, freshCall } from '../../scenarios/idempotency/keyed-use.ts';
import { boundOperations } from '../../scenarios/operations/operation-case.ts';

/** IDEM-01: without a key two equal POSTs have two effects. */
export const idem01: Check = check('IDEM-01', { isolation: 'shared', weight: 2 }, async (context) => {
  const kinds = await creations(context);
  const effects = new ExpectedEffects();
  let doubled = 0;
  const judge = async ({ creation, rest: posts }: { readonly creation: Creation; readonly rest: number }): Promise<void> => {
    const draft = await creation.draft();
    const ids: (string | undefined)[] = [];
    for (let post = 0; post < posts; post += 1) {
      const answer = await context.sendJudged(await creation.call(draft), '2xx');
      if (post > 0 && refusesEqual(answer)) return effects.expect(creation, draft.mark, post);
      context.judge(isSuccess(answer), {
        message: `Each of two equal POSTs without a key (${creation.kind}) must be executed.`,
        expected: '2xx',
        actual: String(answer.status),
      });
      context.judge(!isReplayed(answer), {
        message: 'A POST without a key must not be answered from the store.',
        expected: 'no Idempotent-Replayed: true',
        actual: 'Idempotent-Replayed: true',
      });
      ids.push(creation.idOf(answer));
    }
    doubled += 1;
    const known = ids.filter((id) => id !== undefined);
    context.judge(new Set(known).size === known.length, {
      message: `Two equal POSTs without a key (${creation.kind}) must create two objects.`,
      expected: 'two ids',
      actual: known.join(', '),
    });
    effects.expect(creation, draft.mark, posts);
  };
  await context.forAll(
    withCreation(kinds, fc.constant(2)),
    2,
    judge,
    kinds.map((creation) => ({ creation, rest: 2 })),
  );
  await judgeOperations(context);
  if (doubled === 0) throw new Inconclusive('the target refuses a second contact or webhook that equals the first, as it may');
  await effects.judge(context, 'Two equal POSTs without a key must have two effects.');
});

/** Every operation that creates something: the same call twice. */
async function judgeOperations(context: CheckContext): Promise<void> {
  // What would stay for good was created above.
  await atEach(
    context,
    boundOperations(context).filter(({ operation }) => !createsForGood(context, operation)),
    async (one) => {
      if (one.effect.kind === 'create' && !context.isQuick) {
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
      if (one.effect.kind !== 'create') return;
      const [id, other] = [first, second].map((answer) => createdId(answer, resources[one.effect.resource].setting));
      context.judge(id === undefined || id !== other, {
        message: `Two equal POSTs without a key (${one.operation}) must create two objects.`,
        expected: 'two ids',
        actual: `${id} twice`,
      });
    },
  );
}
