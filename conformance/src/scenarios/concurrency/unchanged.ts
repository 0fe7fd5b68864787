import type { Trial } from '../../engine/trial.ts';
import { type Answer, isReplayed } from '../../http/answer.ts';
import { sameJson, writeJson } from '../../http/json.ts';
import type { Guarded } from './guarded.ts';
import type { State } from './guarded-state.ts';

/** Judges that a PUT was refused as a stale one must be, and is no stored answer. */
export function judgeStale(trial: Trial, object: Guarded, answer: Answer, what: string): void {
  trial.judge(answer.status === 422 && !isReplayed(answer), {
    message: `${what} (${object.kind}) must be refused.`,
    expected: '422',
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
}

/** Judges that an object is as it was; nothing is judged where the target does not show it. */
export async function judgeUnchanged(trial: Trial, object: Guarded, before: State | undefined, what: string): Promise<void> {
  const now = before && (await object.look());
  if (before === undefined || now === undefined) return;
  const same = sameJson(now.whole, before.whole) && String(now.token) === String(before.token);
  trial.judge(same, {
    message: `${what} (${object.kind}) must change nothing.`,
    expected: `${shown(before)} under token ${before.token}`,
    actual: `${shown(now)} under token ${now.token}`,
  });
}

function shown({ whole }: State): string {
  return writeJson(whole);
}
