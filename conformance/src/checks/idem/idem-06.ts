import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { Skip } from '../../model/verdict.ts';
import { afterConflicts } from '../../scenarios/idempotency/after-conflict.ts';
import { judgeReplay } from '../../scenarios/idempotency/keyed-case.ts';
import { atEach, freshCall, keyedOperations } from '../../scenarios/idempotency/keyed-use.ts';

/** A request that was executed while another with its key was answered 409. */
interface Conflict {
  readonly kind: string;
  readonly call: Call;
  readonly original: Answer;
  readonly conflict: Answer;
}

/** Requests at once at each operation, until one is answered 409. */
const AT_ONCE = [6, 6, 12];

/** IDEM-06: after a 409 the retry answers the replay. */
export const idem06: Check = check('IDEM-06', { isolation: 'shared', weight: 3 }, async (context) => {
  const conflicts: Conflict[] = [];
  await atEach(context, keyedOperations(context), async (one) => {
    for (const parallel of AT_ONCE.slice(0, one.staysForGood ? 1 : AT_ONCE.length)) {
      const found = await conflictOf(context, one.operation, (await freshCall(context, one, context.freshKey())).call, parallel);
      conflicts.push(...found);
      if (found.length > 0) return;
    }
  });
  // All at once, since each waits as long as its 409 asks.
  await Promise.all(
    conflicts.map(async ({ kind, call, original, conflict }) =>
      judgeReplay(context, { kind }, original, await afterConflicts(context, call, conflict), 'The retry after a 409'),
    ),
  );
  if (context.judgements === 0)
    throw new Skip(
      'no request was answered 409: none arrived while the first one with its key was under way, or the target lets duplicates wait for the replay, as it may',
      'no duplicate answered 409',
    );
});

/** Sends a call several times at once. Empty if none was answered 409. */
async function conflictOf(context: CheckContext, kind: string, call: Call, parallel: number): Promise<readonly Conflict[]> {
  const answers = await Promise.all(Array.from({ length: parallel }, () => context.send(call)));
  const conflict = answers.find((answer) => answer.status === 409 && !isReplayed(answer));
  const original = answers.find((answer) => isSuccess(answer) && !isReplayed(answer));
  return conflict === undefined || original === undefined ? [] : [{ kind, call, original, conflict }];
}
