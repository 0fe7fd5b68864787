import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { sentLater } from './aged-keys.ts';
import type { KeyedUse } from './keyed-use.ts';
import { atEach, firstUse, repeatableOperations } from './keyed-use.ts';
import { judgeSameState, shownState } from './shown-state.ts';

/** First uses of what an object takes once alone, or under one token: they are repeated as they were when their keys are new again. */
export async function usesToRepeat(context: CheckContext): Promise<readonly KeyedUse[]> {
  const uses: KeyedUse[] = [];
  const taken = repeatableOperations(context).filter(({ effect }) => effect.kind === 'update' || effect.once === true);
  await atEach(context, context.isQuick ? [] : taken, async (one) => {
    uses.push(await firstUse(context, one));
  });
  return uses;
}

/**
 * Judges that what an object takes once alone, or under another token, is refused when it is repeated under a key that is new again, as it is under
 * one that nobody has used (IDEM-12).
 */
export async function judgeRepeatedLater(context: CheckContext, { one, call, object }: KeyedUse): Promise<void> {
  const before = await shownState(context, object);
  const answer = await sentLater(context, call);
  const control = await sentLater(context, withHeader(call, 'Idempotency-Key', context.freshKey()));
  if (isSuccess(control)) return;
  context.judge(!isSuccess(answer) && !isReplayed(answer), {
    message: `${one.operation}, repeated under a key of more than 24 hours ago, must be executed as under a new one.`,
    expected: `${control.status}, not marked as replayed`,
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
  await judgeSameState(context, object, before, `${one.operation} that was refused`);
}
