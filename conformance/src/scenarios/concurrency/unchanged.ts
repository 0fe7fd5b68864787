import { isReplayed } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { sameJson, writeJson } from '../../model/json.ts';
import type { Guarded, State } from './guarded.ts';

/** Judges that a PUT was refused as stale, and not answered from the store. */
export function judgeStale(context: CheckContext, object: Guarded, answer: Answer, what: string): void {
  context.judge(answer.status === 422 && !isReplayed(answer), {
    message: `${what} (${object.kind}) must be refused.`,
    expected: '422',
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
}

/** Judges that an object is as it was. Judges nothing if the target does not show it. @returns what it shows now */
export async function judgeUnchanged(
  context: CheckContext,
  object: Guarded,
  before: State | undefined,
  what: string,
): Promise<State | undefined> {
  const now = before && (await object.look());
  if (before === undefined || now === undefined) return now;
  const same = sameJson(now.whole, before.whole) && String(now.token) === String(before.token);
  context.judge(same, {
    message: `${what} (${object.kind}) must change nothing.`,
    expected: `${shown(before)} with token ${before.token}`,
    actual: `${shown(now)} with token ${now.token}`,
  });
  return now;
}

function shown({ whole }: State): string {
  return writeJson(whole);
}
