import { setTimeout as sleep } from 'node:timers/promises';
import { isReplayed, isSuccess, json } from '../../http/answer.ts';
import { retryAfterMs } from '../../http/driver.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { sameJson } from '../../model/json.ts';
import { times } from '../../wait/times.ts';

/** Whether two answers have the same status and body, apart from white space and the order of members. */
export function sameAnswer(left: Answer, right: Answer): boolean {
  if (left.status !== right.status) return false;
  const [one, other] = [json(left), json(right)];
  return one === undefined || other === undefined ? left.body === right.body : sameJson(one, other);
}

/** Whether the request was accepted, and its answer does not come from the store. */
export function isExecuted(answer: Answer): boolean {
  return isSuccess(answer) && !isReplayed(answer);
}

/** Whether the request was refused with one of these statuses, and its answer does not come from the store. */
export function isRefused(answer: Answer, statuses: readonly number[] = [422]): boolean {
  return statuses.includes(answer.status) && !isReplayed(answer);
}

/** The status of an answer, and whether it comes from the store. */
export function inWords(answer: Answer): string {
  return `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`;
}

export function judgeExecuted(context: CheckContext, answer: Answer, what: string): void {
  const expected = '2xx, not marked as replayed';
  context.judge(isExecuted(answer), { message: `${what} must be executed.`, expected, actual: inWords(answer) });
}

export function judgeRefused(context: CheckContext, answer: Answer, what: string, statuses?: readonly number[]): void {
  const expected = (statuses ?? [422]).join(', ');
  context.judge(isRefused(answer, statuses), { message: `${what} must be refused.`, expected, actual: inWords(answer) });
}

/** Judges that a request which may be refused for several reasons was refused. */
export function judgeNotTaken(context: CheckContext, answer: Answer, what: string): void {
  if (isSuccess(answer) || isReplayed(answer)) judgeRefused(context, answer, what);
}

export function judgeNotReplayed(context: CheckContext, answer: Answer, what: string): void {
  const message = `${what} must not be answered from the store.`;
  context.judge(!isReplayed(answer), { message, expected: 'no Idempotent-Replayed: true', actual: inWords(answer) });
}

/** Judges that an answer is the stored answer to the first request (IDEM-03). */
export function judgeReplay(context: CheckContext, operation: string, original: Answer, retry: Answer, what: string): void {
  const about = { 'the first request with the key': original, [JUDGED]: retry };
  context.judge(retry.status === original.status, {
    message: `${what} (${operation}) must return the original status.`,
    expected: String(original.status),
    actual: String(retry.status),
    about,
  });
  context.judge(sameAnswer(original, retry), {
    message: `${what} (${operation}) must return the original body.`,
    expected: original.body,
    actual: retry.body,
    about,
  });
  context.judge(isReplayed(retry), {
    message: `${what} (${operation}) must be marked as replayed.`,
    expected: 'Idempotent-Replayed: true',
    actual: 'no such header',
    about,
  });
}

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
