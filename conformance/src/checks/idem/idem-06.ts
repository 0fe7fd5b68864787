import fc from 'fast-check';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { Skip } from '../../model/verdict.ts';
import { afterConflicts } from '../../scenarios/idempotency/after-conflict.ts';
import { type Creation, creations } from '../../scenarios/idempotency/creation.ts';
import { judgeReplay, withCreation } from '../../scenarios/idempotency/keyed-case.ts';

/** IDEM-06: after a 409 the retry answers the replay. */
export const idem06: Check = check('IDEM-06', { isolation: 'shared', weight: 4 }, async (context) => {
  const kinds = await creations(context);
  const conflicts: { readonly creation: Creation; readonly call: Call; readonly original: Answer; readonly conflict: Answer }[] = [];
  await context.forAll(withCreation(kinds, fc.integer({ min: 4, max: 12 })), 10, async ({ creation, rest: parallel }) => {
    const call = await creation.call(await creation.draft(), context.freshKey());
    const answers = await Promise.all(Array.from({ length: parallel }, () => context.send(call)));
    const conflict = answers.find(({ status }) => status === 409);
    const original = answers.find((answer) => isSuccess(answer) && !isReplayed(answer));
    if (conflict !== undefined && original !== undefined) conflicts.push({ creation, call, original, conflict });
  });
  // Together, since each waits for as long as its 409 says.
  await Promise.all(
    conflicts.map(async ({ creation, call, original, conflict }) =>
      judgeReplay(context, creation, original, await afterConflicts(context, call, conflict), 'The retry after a 409'),
    ),
  );
  if (context.judgements === 0)
    throw new Skip('no concurrent request was answered 409: the target holds duplicates until it can replay, which it may');
});
