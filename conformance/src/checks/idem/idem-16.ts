import { resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { Skip } from '../../model/verdict.ts';
import { asOtherUser } from '../../scenarios/as-other-user.ts';
import { judgeReplay } from '../../scenarios/idempotency/keyed-case.ts';
import { anotherCall, atEach, firstUse, freshCall, type KeyedUse, repeatableOperations } from '../../scenarios/idempotency/keyed-use.ts';
import { judgeDeletionsOfTwoUsers } from '../../scenarios/idempotency/keys-of-deletions.ts';
import { judgeEachOperation, judgeExecuted } from '../../scenarios/idempotency/operation-keys.ts';
import { judgeStoredActs } from '../../scenarios/idempotency/stored-refusals.ts';
import { type OperationCase, operationCases } from '../../scenarios/operations/operation-case.ts';
import { createdObject } from '../../scenarios/operations/stored-object.ts';

/** Makes a call of the other user that must succeed, with a key or without one. */
type CallOfOther = (key?: string) => Promise<Call>;

/** IDEM-16: keys of different users are independent; a key that is empty, too long or not printable ASCII answers 400; 2xx and refusals of the operation itself are stored. */
export const idem16: Check = check('IDEM-16', { isolation: 'shared', weight: 4 }, async (context) => {
  await context.part('stored refusals', { from: 'standard' }, () => judgeStoredActs(context));
  await judgeEachOperation(context);
  await context.part('keys of another user', () => judgeEachForTwoUsers(context));
  await context.part('deletions under keys of another user', { from: 'standard' }, () => judgeDeletionsOfTwoUsers(context));
});

/** Judges at every operation that a key of one user does not affect another, who may do the same (IDEM-16). */
async function judgeEachForTwoUsers(context: CheckContext): Promise<void> {
  const asOther = await asOtherUser(context);
  if (asOther === undefined)
    return context.leaveUnjudged(
      `whether keys of different users are independent: set otherUser to another user of company ${context.target.companies[0].id}`,
    );
  await atEach(context, repeatableOperations(context), async (one) => {
    const use = await firstUse(context, one);
    const onNew: CallOfOther = async (key) => asOther((await freshCall(context, one, key)).call);
    const onSame: CallOfOther = async (key) => {
      const { call } = await anotherCall(context, use, key);
      return asOther(key === undefined ? withoutHeader(call, 'Idempotency-Key') : call);
    };
    const again = one.effect.once ? onNew : onSame;
    if (await judgeInTurn(context, use, again)) return await judgeAtOnce(context, one, onNew);
    const answer = await context.sendJudged(asOther(use.call), 'a refusal');
    // A refusal of the other user's own may be stored under their key by now.
    context.judge(!isSuccess(answer) || !isReplayed(answer), {
      message: `${one.operation} by another user, under a key of the first, must not be answered from the store.`,
      expected: 'no Idempotent-Replayed: true',
      actual: `${answer.status}, marked as replayed`,
    });
    // Perhaps each user may change only their own objects. The key is new, since the old one may hold the refusal by now.
    const onOwn: CallOfOther = (key) => callForOwn(context, one, asOther, key);
    if (one.effect.kind !== 'update' || !(await judgeInTurn(context, await firstUse(context, one), onOwn))) return;
    await judgeAtOnce(context, one, onOwn);
  });
}

/**
 * Judges one user after the other, and then a retry of both.
 * @returns false if the other user may not do it, with a key or without one
 */
async function judgeInTurn(context: CheckContext, use: KeyedUse, again: CallOfOther): Promise<boolean> {
  const { operation } = use.one;
  const second = await again(use.key);
  const answer = await context.sendJudged(second, '2xx');
  // The control: without a key the other user may do it too.
  if (!isSuccess(answer) && !isSuccess(await context.send(await again()))) return false;
  judgeExecuted(context, answer, `${operation} by another user, under a key of the first,`);
  for (const [sender, sent, original] of [
    ['first', use.call, use.original],
    ['second', second, answer],
  ] as const) {
    const retry = await context.sendJudged(sent, `${original.status}, replayed`);
    judgeReplay(context, { kind: operation }, original, retry, `The retry of the ${sender} of two users with one key`);
  }
  return true;
}

/** Judges both at once, each on an object of its own: neither must wait for the other's key. */
async function judgeAtOnce(context: CheckContext, one: OperationCase, onNew: CallOfOther): Promise<void> {
  const key = context.freshKey();
  const calls = [(await freshCall(context, one, key)).call, await onNew(key)];
  for (const answer of await Promise.all(calls.map((call) => context.sendJudged(call, '2xx'))))
    judgeExecuted(context, answer, `${one.operation} by each of two users with one key at the same time`);
}

/** A call for an object that the other user made. */
async function callForOwn(context: CheckContext, one: OperationCase, asOther: (call: Call) => Call, key?: string): Promise<Call> {
  const { create } = resources[one.effect.resource].operations;
  const maker = operationCases(context, one.company).find(({ operation }) => operation === create);
  const made = await maker?.prepare();
  if (made?.draft === undefined) throw new Skip(`no operation creates objects of ${one.effect.resource}`);
  const object = createdObject(one.effect.resource, one.company, made.draft, await context.prepare(asOther(made.call)));
  return asOther((await one.callFor(object, key)).call);
}
