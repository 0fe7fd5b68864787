import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Json } from '../../model/json.ts';
import { tokenAfter } from './guarded.ts';
import type { GuardedKind } from './guarded-state.ts';
import { judgeStale, judgeUnchanged } from './unchanged.ts';

/** Enough PUTs for a counter from 1 to reach two digits. */
const PUTS = 10;

/**
 * Judges that a token stays stale when the object gets its earlier content back (CONC-02): two contents take turns, and no token may come
 * back with them.
 */
export async function judgeContentBack(context: CheckContext, kind: GuardedKind): Promise<void> {
  const object = await kind(context);
  const marks = [context.fresh(), context.fresh()] as const;
  const tokens: Json[] = [object.created.token];
  for (let put = 0; put < PUTS; put += 1) {
    const answer = await context.send(await object.put(marks[put % 2 === 0 ? 0 : 1], tokens.at(-1) ?? null));
    // CONC-01 judges that a current token is accepted, and that it changes.
    const next = isSuccess(answer) ? await tokenAfter(object, answer) : undefined;
    if (next === undefined || String(next) === String(tokens.at(-1))) break;
    const had = tokens.some((token) => String(token) === String(next));
    context.judge(!had, {
      message: `A token of a ${object.kind} must not come back with the content that it belonged to.`,
      expected: `a token other than ${tokens.join(', ')}`,
      actual: String(next),
    });
    tokens.push(next);
  }
  // One of these tokens belonged to the present content, the other one to a different content.
  for (const age of context.some([2, 3])) {
    const stale = tokens.at(-1 - age);
    if (stale === undefined) continue;
    const what = 'A PUT with a stale token of an earlier content';
    const before = await object.look();
    judgeStale(context, object, await context.sendJudged(await object.put(context.fresh(), stale), '422'), what);
    await judgeUnchanged(context, object, before, what);
  }
}
