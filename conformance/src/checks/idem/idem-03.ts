import type { OperationId } from '../../generated/operations.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import {
  anotherCall,
  atEach,
  changeBy,
  firstUse,
  judgeRetry,
  keyedOperations,
  repeatableOperations,
  type Use,
} from '../../scenarios/idempotency/use.ts';
import { judgeVariedAnswers } from '../../scenarios/idempotency/varied-answers.ts';

/** IDEM-03: after a 2xx, a retry with the same key answers the same status and body, marked as replayed, whatever happened in between. */
export const idem03: Check = check('IDEM-03', { isolation: 'shared', weight: 3 }, async (context) => {
  const uses: Use[] = [];
  await atEach(context, keyedOperations(context), async (one) => {
    const use = await firstUse(context, one);
    await judgeRetry(context, use, 'A retry with the same key');
    uses.push(use);
    // IDEM-07 judges the answer to another request. Acts have no body that could differ.
    if (one.effect.kind !== 'act') {
      await context.send((await anotherCall(context, use, use.key)).call);
      await judgeRetry(context, use, 'A retry after another request with the same key');
    }
    const { acts = [], operations = {} } = use.object?.resource ?? {};
    await judgeAfterChanges(context, use, [operations.update, operations.delete]);
    // An act may forbid a change, so it needs another object.
    const isWriting = one.effect.kind === 'create' || one.effect.kind === 'update';
    if (isWriting && !one.staysForGood && acts.length > 0) await judgeAfterChanges(context, await firstUse(context, one), acts);
  });
  await context.part('varied answers', { from: 'standard' }, () => judgeVariedAnswers(context, repeatableOperations(context)));
  // A key is kept for hours, however many others were used since.
  for (const use of uses) await judgeRetry(context, use, 'A retry after all other keys');
});

async function judgeAfterChanges(context: CheckContext, use: Use, changes: readonly (OperationId | undefined)[]): Promise<void> {
  for (const change of changes) {
    const call = use.object && (await changeBy(context, use.object, change));
    if (call === undefined) continue;
    await context.send(call);
    await judgeRetry(context, use, `A retry with the same key, after ${change} of its object,`);
  }
}
