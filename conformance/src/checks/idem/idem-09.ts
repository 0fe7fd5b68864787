import fc from 'fast-check';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { tokenAfter } from '../../scenarios/concurrency/guarded.ts';
import type { GuardedKind } from '../../scenarios/concurrency/guarded-state.ts';
import { judgeUnchanged } from '../../scenarios/concurrency/unchanged.ts';
import { creations } from '../../scenarios/idempotency/creation.ts';
import { ExpectedEffects, first, withCreation } from '../../scenarios/idempotency/keyed-case.ts';
import { keyedPuts } from '../../scenarios/idempotency/keyed-puts.ts';
import { judgeOtherMethod, judgeOtherMethods, mayIgnoreKey, withMethod } from '../../scenarios/idempotency/other-methods.ts';

/** IDEM-09: the same key with another method is refused; no replay, no effect. */
export const idem09: Check = check('IDEM-09', { isolation: 'shared', weight: 2 }, async (context) => {
  const effects = new ExpectedEffects();
  await context.forAll(withCreation(await creations(context), fc.constantFrom('PUT', 'GET')), 6, async ({ creation, rest: method }) => {
    const [draft, key] = [await creation.draft(), context.freshKey()];
    await first(context, creation, draft, key);
    const call = await creation.call(draft, key);
    const answer = await context.sendOther(withMethod(call, method), '422, 404 or 405');
    judgeOtherMethod(context, answer, method, method === 'GET');
    effects.expect(creation, draft.mark, 1);
  });
  for (const kind of await keyedPuts(context)) {
    for (const method of context.some(['POST', 'GET', 'DELETE'])) await judgeItem(context, kind, method);
  }
  await judgeOtherMethods(context);
  await effects.judge(context, 'The same key with another method must have no effect.');
});

/** Other methods at the URL of an object that a PUT with the key has changed. */
async function judgeItem(context: CheckContext, kind: GuardedKind, method: string): Promise<void> {
  const object = await kind(context);
  const put = await object.put(context.fresh(), object.created.token, context.freshKey());
  const changed = await context.prepare(put);
  const [before, token] = [await object.look(), await tokenAfter(object, changed)];
  const answer = await context.sendOther(withMethod(put, method), '422, 404 or 405');
  const mayIgnoreKeys = mayIgnoreKey(method);
  judgeOtherMethod(context, answer, method, mayIgnoreKeys);
  if (mayIgnoreKeys && isSuccess(answer)) return;
  await judgeUnchanged(context, object, before, `${method} under the key of a PUT`);
  if (token === undefined) return;
  const again = await context.sendJudged(await object.put(context.fresh(), token, context.freshKey()), '2xx');
  context.judge(isSuccess(again), {
    message: `A refused ${method} must leave the ${object.kind} as it was.`,
    expected: '2xx to a PUT with the token that it had',
    actual: String(again.status),
  });
}
