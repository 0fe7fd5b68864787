import fc from 'fast-check';
import { type Answer, isReplayed, isSuccess } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { Skip } from '../../model/verdict.ts';
import { afterConflicts } from '../../scenarios/idempotency/after-conflict.ts';
import { type Creation, creations } from '../../scenarios/idempotency/creation.ts';
import { judgeReplay, withCreation } from '../../scenarios/idempotency/keyed-case.ts';

/** IDEM-06: after a 409 the retry answers the replay. */
export const idem06: Check = check('IDEM-06', async (trial) => {
  const kinds = await creations(trial);
  const conflicts: { readonly creation: Creation; readonly call: Call; readonly original: Answer; readonly conflict: Answer }[] = [];
  await trial.forAll(withCreation(kinds, fc.integer({ min: 4, max: 12 })), 10, async ({ creation, rest: parallel }) => {
    const call = await creation.call(await creation.draft(), trial.freshKey());
    const answers = await Promise.all(Array.from({ length: parallel }, () => trial.send(call)));
    const conflict = answers.find(({ status }) => status === 409);
    const original = answers.find((answer) => isSuccess(answer) && !isReplayed(answer));
    if (conflict !== undefined && original !== undefined) conflicts.push({ creation, call, original, conflict });
  });
  // Together, since each waits for as long as its 409 says.
  await Promise.all(
    conflicts.map(async ({ creation, call, original, conflict }) =>
      judgeReplay(trial, creation, original, await afterConflicts(trial, call, conflict), 'The retry after a 409'),
    ),
  );
  if (trial.judgements === 0)
    throw new Skip('no concurrent request was answered 409: the target holds duplicates until it can replay, which it may');
});
