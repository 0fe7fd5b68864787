import { setTimeout as sleep } from 'node:timers/promises';
import type { Trial } from '../../engine/trial.ts';
import type { Answer } from '../../http/answer.ts';
import type { Call } from '../../http/call.ts';
import { retryAfterMs } from '../../http/driver.ts';

/** Retries after a 409, and the pause between two where the answer names none. */
const mostRetries = 40;
const pauseMs = 100;
const longestPauseMs = 2_000;

/** Waits and retries for as long as the answer is 409, within bounds. */
export async function afterConflicts(trial: Trial, call: Call, conflict: Answer): Promise<Answer> {
  let answer = conflict;
  for (let retry = 0; retry < mostRetries && answer.status === 409; retry += 1) {
    const waitMs = Math.min(retryAfterMs(answer) ?? pauseMs, longestPauseMs);
    await trial.rest(() => sleep(waitMs));
    answer = await trial.sendJudged(call, 'the answer of the first request with this key');
  }
  return answer;
}
