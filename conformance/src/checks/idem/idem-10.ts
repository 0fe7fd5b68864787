import fc from 'fast-check';
import { type Check, check } from '../../model/check.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import type { Json } from '../../model/json.ts';
import { tokenAfter } from '../../scenarios/concurrency/guarded.ts';
import type { Guarded } from '../../scenarios/concurrency/guarded-state.ts';
import { judgeUnchanged } from '../../scenarios/concurrency/unchanged.ts';
import { type HistoryStep, histories, takeSteps } from '../../scenarios/histories/history.ts';
import { judgeReplay } from '../../scenarios/idempotency/keyed-case.ts';
import { keyedPuts } from '../../scenarios/idempotency/keyed-puts.ts';
import { anotherCall, atEach, firstUse, judgeRetry, repeatableOperations } from '../../scenarios/idempotency/keyed-use.ts';
import { judgeSameState, shownState } from '../../scenarios/idempotency/shown-state.ts';
import { judgeVariedAnswers } from '../../scenarios/idempotency/varied-answers.ts';

/** An object, and the PUTs with a key that changed it, the latest first. */
interface Model {
  readonly object: Guarded;
  readonly keyed: { readonly call: Call; readonly original: Answer }[];
  /** The current one; undefined if the target does not show the token that a PUT left. */
  token: Json | undefined;
}

/** IDEM-10: a retried PUT with a key answers the original response although its ConcurrencyToken is stale by then. */
export const idem10: Check = check('IDEM-10', { isolation: 'shared', weight: 2 }, async (context) => {
  const steps = [fc.constant(put(true)), fc.constant(put(false)), fc.nat({ max: 3 }).map(retry)];
  for (const kind of await keyedPuts(context)) {
    await context.forAll(histories(steps, 8), 4, async (history) => {
      const object = await kind(context);
      const model: Model = { object, keyed: [], token: object.created.token };
      await put(true).run(model, context);
      await takeSteps(history, model, context);
      // A PUT that another one followed is always among those that are retried.
      if (model.token !== undefined) await put(false).run(model, context);
      for (const index of model.keyed.keys()) await retry(index).run(model, context);
    });
  }
  await atEach(context, repeatableOperations(context), async (one) => {
    const use = await firstUse(context, one);
    await context.prepare((await anotherCall(context, use)).call);
    const before = await shownState(context, use.object);
    await judgeRetry(context, use, 'A retried PUT, after another one,');
    await judgeSameState(context, use.object, before, `A replay (${one.operation})`);
  });
  await judgeVariedAnswers(context);
});

function put(withKey: boolean): HistoryStep<Model> {
  return {
    check: ({ token }) => token !== undefined,
    run: async (model, context) => {
      const call = await model.object.put(context.fresh(), model.token, withKey ? context.freshKey() : undefined);
      const original = await context.prepare(call);
      if (withKey) model.keyed.unshift({ call, original });
      model.token = await tokenAfter(model.object, original);
    },
    toString: () => (withKey ? 'a PUT with a key' : 'a PUT'),
  };
}

/** @param age 0 for the latest PUT with a key; the oldest where there are fewer. */
function retry(age: number): HistoryStep<Model> {
  return {
    check: ({ keyed }) => keyed.length > 0,
    run: async ({ object, keyed }, context) => {
      const retried = keyed[Math.min(age, keyed.length - 1)];
      if (retried === undefined) return;
      const { call, original } = retried;
      const before = await object.look();
      judgeReplay(context, object, original, await context.sendJudged(call, `${original.status}, replayed`), 'A retried PUT');
      await judgeUnchanged(context, object, before, 'A replay');
    },
    toString: () => `a retry of the ${age === 0 ? 'latest PUT with a key' : `PUT with a key ${age} before the latest`}`,
  };
}
