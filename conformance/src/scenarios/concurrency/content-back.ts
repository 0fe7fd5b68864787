import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Json } from '../../model/json.ts';
import { tokenAfter } from './guarded.ts';
import type { GuardedKind } from './guarded-state.ts';
import { judgeStale, judgeUnchanged } from './unchanged.ts';

/** PUTs after which a counter from 1 has two digits. */
const PUTS = 10;

/**
 * Judges that a token stays stale when the object holds again what it held under that token (CONC-02): two contents take turns, and each token
 * is one that the object never had.
 */
export async function judgeContentBack(context: CheckContext, kind: GuardedKind): Promise<void> {
  const object = await kind(context);
  const marks = [context.fresh(), context.fresh()] as const;
  const tokens: Json[] = [object.created.token];
  for (let put = 0; put < PUTS; put += 1) {
    const answer = await context.send(await object.put(marks[put % 2 === 0 ? 0 : 1], tokens.at(-1) ?? null));
    // A current token that is refused is CONC-01's matter, and so is one that stays.
    const next = isSuccess(answer) ? await tokenAfter(object, answer) : undefined;
    if (next === undefined || String(next) === String(tokens.at(-1))) break;
    const had = tokens.some((token) => String(token) === String(next));
    context.judge(!had, {
      message: `A token of a ${object.kind} must not come back with the content that it stood for.`,
      expected: `another token than ${tokens.join(', ')}`,
      actual: String(next),
    });
    tokens.push(next);
  }
  // The object holds now what it held under the second of these, and something else than under the first.
  for (const age of context.some([2, 3])) {
    const stale = tokens.at(-1 - age);
    if (stale === undefined) continue;
    const what = 'A PUT with a token of the time when the object held the same before';
    const before = await object.look();
    judgeStale(context, object, await context.sendJudged(await object.put(context.fresh(), stale), '422'), what);
    await judgeUnchanged(context, object, before, what);
  }
}
