import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Cut } from '../../model/exchange.ts';
import { afterConflicts, judgeReplay } from '../../scenarios/idempotency/answers.ts';
import { Effects } from '../../scenarios/idempotency/effects.ts';
import { asUse, atEach, freshCall, keyedOperations } from '../../scenarios/idempotency/use.ts';
import type { OperationCase, Prepared } from '../../scenarios/operations/operation-case.ts';

/** When the answer to each attempt of one request is lost. Each operation is tried with the first, and in turn with one of the others. */
const LOST: readonly Cut[] = ['with the last byte'];
const OTHERS: readonly (readonly Cut[])[] = [
  ['reset', 10],
  ['as the answer begins', 1],
];

/** A request whose connection is cut. */
interface LostUse {
  readonly one: OperationCase;
  readonly prepared: Prepared;
  readonly cuts: readonly Cut[];
}

/** IDEM-15: after a cut connection the retries with the same key end in a 2xx, with exactly one effect. */
export const idem15: Check = check('IDEM-15', { isolation: 'shared', weight: 4 }, async (context) => {
  const effects = await Effects.watch(context);
  const conflicts: (() => Promise<void>)[] = [];
  for (const { one, prepared } of await cutTogether(context, effects)) {
    const retry = await context.sendJudged(prepared.call, '2xx, possibly after 409s');
    const recover = async (): Promise<void> => {
      const answer = await afterConflicts(context, prepared.call, retry);
      context.judge(isSuccess(answer), {
        message: `The retries after a lost response (${one.operation}) must end in a 2xx.`,
        expected: '2xx, possibly after 409s',
        actual: `${answer.status}${retry.status === 409 && answer.status === 409 ? ' on every retry' : ''}`,
      });
      // A cut request may reach the target late. Then the next retry may be answered 409, like the first one.
      const next = await afterConflicts(context, prepared.call, await context.sendJudged(prepared.call, 'the replay'));
      judgeReplay(context, one.operation, answer, next, 'The next retry');
      effects.expect(await asUse(one, prepared, answer));
    };
    if (retry.status === 409) conflicts.push(recover);
    else await recover();
  }
  // All at once, since each waits as long as its 409 asks.
  await Promise.all(conflicts.map((recover) => recover()));
  await effects.judge('A request whose answer was lost, and its retries, must have one effect', 'as many');
});

/** Cuts requests of every operation at the same time, so that some lose their client before they are executed. */
async function cutTogether(context: CheckContext, effects: Effects): Promise<readonly LostUse[]> {
  const uses: LostUse[] = [];
  await atEach(context, keyedOperations(context), async (one, turn) => {
    await effects.control(one);
    const other = OTHERS[turn % OTHERS.length];
    for (const cuts of one.staysForGood || context.isQuick || other === undefined ? [LOST] : [LOST, other])
      uses.push({ one, cuts, prepared: await freshCall(context, one, context.freshKey()) });
  });
  await Promise.all(
    uses.map(async ({ prepared, cuts }) => {
      for (const cut of cuts) await context.sendCut(prepared.call, cut);
    }),
  );
  return uses;
}
