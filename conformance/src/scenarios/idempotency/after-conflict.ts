import { setTimeout as sleep } from 'node:timers/promises';
import { retryAfterMs } from '../../http/driver.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { times } from '../../wait/times.ts';

/** The most retries after a 409. */
const MOST_RETRIES = 40;

/** Waits and retries as long as the answer is 409, within bounds. */
export async function afterConflicts(context: CheckContext, call: Call, conflict: Answer): Promise<Answer> {
  let answer = conflict;
  for (let retry = 0; retry < MOST_RETRIES && answer.status === 409; retry += 1) {
    const waitMs = Math.min(retryAfterMs(answer) ?? times.afterConflictMs, times.afterConflictAtMostMs);
    await context.rest(() => sleep(waitMs));
    answer = await context.sendJudged(call, 'the answer to the first request with this key');
  }
  return answer;
}
