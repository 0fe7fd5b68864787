import { isReplayed, json } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import type { Answer } from '../../model/exchange.ts';
import { sameJson } from '../../model/json.ts';

/** Whether two answers have the same status and body, apart from white space and the order of members. */
export function sameAnswer(left: Answer, right: Answer): boolean {
  if (left.status !== right.status) return false;
  const [one, other] = [json(left), json(right)];
  return one === undefined || other === undefined ? left.body === right.body : sameJson(one, other);
}

/** Judges that an answer is the stored answer to the first request (IDEM-03). */
export function judgeReplay(
  context: CheckContext,
  { kind }: { readonly kind: string },
  original: Answer,
  retry: Answer,
  what: string,
): void {
  const about = { 'the first request with the key': original, [JUDGED]: retry };
  context.judge(retry.status === original.status, {
    message: `${what} (${kind}) must return the original status.`,
    expected: String(original.status),
    actual: String(retry.status),
    about,
  });
  context.judge(sameAnswer(original, retry), {
    message: `${what} (${kind}) must return the original body.`,
    expected: original.body,
    actual: retry.body,
    about,
  });
  context.judge(isReplayed(retry), {
    message: `${what} (${kind}) must be marked as replayed.`,
    expected: 'Idempotent-Replayed: true',
    actual: 'no such header',
    about,
  });
}

/** Whether a POST is refused although an equal one was accepted before. A target may have such a rule, for example against equal names. */
export function refusesEqual(answer: Answer): boolean {
  return [400, 403, 409, 422].includes(answer.status) && !isReplayed(answer);
}
