import { isReplayed } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { Skip } from '../../model/verdict.ts';
import { afterConflicts, isExecuted, judgeReplay } from '../../scenarios/idempotency/answers.ts';
import { keyedStorm } from '../../scenarios/idempotency/at-once.ts';
import { atEach, freshCall, keyedOperations } from '../../scenarios/idempotency/use.ts';

/** A request that was executed while another with its key was answered 409. */
interface Conflict {
  readonly operation: string;
  readonly call: Call;
  readonly original: Answer;
  readonly conflict: Answer;
}

/** Requests at once at an operation, if none of fewer was answered 409. */
const AT_ONCE = 12;

/** IDEM-06: after a 409 the retry answers the replay. */
export const idem06: Check = check('IDEM-06', { isolation: 'shared', weight: 2 }, async (context) => {
  const conflicts: Conflict[] = [];
  await atEach(context, keyedOperations(context), async (one) => {
    const { prepared, sent } = await keyedStorm(context, one);
    const found = conflictIn(
      one.operation,
      prepared.call,
      sent.flatMap(({ answer }) => answer ?? []),
    );
    conflicts.push(...found);
    if (found.length > 0 || one.staysForGood) return;
    const { call } = await freshCall(context, one, context.freshKey());
    conflicts.push(...conflictIn(one.operation, call, await Promise.all(Array.from({ length: AT_ONCE }, () => context.send(call)))));
  });
  // All at once, since each waits as long as its 409 asks.
  await Promise.all(
    conflicts.map(async ({ operation, call, original, conflict }) =>
      judgeReplay(context, operation, original, await afterConflicts(context, call, conflict), 'The retry after a 409'),
    ),
  );
  if (context.judgements === 0)
    throw new Skip(
      'no request was answered 409: none arrived while the first one with its key was under way, or the target lets duplicates wait for the replay, as it may',
      'no duplicate answered 409',
    );
});

/** Empty if none was answered 409. */
function conflictIn(operation: string, call: Call, answers: readonly Answer[]): readonly Conflict[] {
  const [conflict, original] = [answers.find((answer) => answer.status === 409 && !isReplayed(answer)), answers.find(isExecuted)];
  return conflict === undefined || original === undefined ? [] : [{ operation, call, original, conflict }];
}
