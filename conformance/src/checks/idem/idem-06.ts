import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { type Creation, creations } from '../../probe/creation.ts';
import { judgeReplay, withCreation } from '../../probe/keyed-case.ts';
import { type Check, check } from '../../run/check.ts';
import type { Trial } from '../../run/trial.ts';
import { Skip } from '../../run/verdict.ts';
import { type Answer, isReplayed, isSuccess } from '../../wire/answer.ts';
import type { Call } from '../../wire/call.ts';
import { retryAfterMs } from '../../wire/driver.ts';

/** Retries after a 409, and the pause between two where the answer names none. */
const mostRetries = 40;
const pauseMs = 100;
const longestPauseMs = 2_000;

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
  // Together, so that what a Retry-After asks for is waited once.
  await Promise.all(
    conflicts.map(async ({ creation, call, original, conflict }) => {
      judgeReplay(trial, creation, original, await afterConflict(trial, call, conflict), 'The retry after a 409');
    }),
  );
  if (trial.judgements === 0)
    throw new Skip('no concurrent request was answered 409: the target holds duplicates until it can replay, which it may');
});

async function afterConflict(trial: Trial, call: Call, conflict: Answer): Promise<Answer> {
  let answer = conflict;
  for (let retry = 0; retry < mostRetries && answer.status === 409; retry += 1) {
    await sleep(Math.min(retryAfterMs(answer) ?? pauseMs, longestPauseMs));
    answer = await trial.sendJudged(call, 'the replay');
  }
  return answer;
}
