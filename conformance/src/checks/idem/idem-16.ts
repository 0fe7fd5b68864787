import { resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { Skip } from '../../model/verdict.ts';
import { asOtherUser } from '../../scenarios/as-other-user.ts';
import { judgeReplay } from '../../scenarios/idempotency/keyed-case.ts';
import { atEach, firstUse, freshCall, repeatableOperations } from '../../scenarios/idempotency/keyed-use.ts';
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
    if (await judgeBoth(context, one, async (key) => asOther((await freshCall(context, one, key)).call))) return;
    const { call } = await firstUse(context, one);
    const answer = await context.sendJudged(asOther(call), 'a refusal');
    context.judge(!isReplayed(answer), {
      message: `${one.operation} by another user, under a key of the first, must not be answered from the store.`,
      expected: 'no Idempotent-Replayed: true',
      actual: `${answer.status}, marked as replayed`,
    });
    // Perhaps each user may change only their own objects.
    if (one.effect.kind === 'update') await judgeBoth(context, one, (key) => callForOwn(context, one, asOther, key));
  });
}

/**
 * Judges requests of both users under one key at once, and then a retry of each. Neither user must wait for the other's key.
 * @returns false if the other user may not do it, with a key or without one
 */
async function judgeBoth(context: CheckContext, one: OperationCase, ofOther: CallOfOther): Promise<boolean> {
  const key = context.freshKey();
  const calls = [(await freshCall(context, one, key)).call, await ofOther(key)];
  const answers = await Promise.all(calls.map((call) => context.sendJudged(call, '2xx')));
  // The controls: without a key each user may do it.
  const [ofFirst, ofSecond] = answers.map(isSuccess);
  if (!ofSecond && !isSuccess(await context.send(await ofOther()))) return false;
  if (!ofFirst) await context.prepare((await freshCall(context, one)).call);
  for (const answer of answers) judgeExecuted(context, answer, `${one.operation} by each of two users with one key at the same time`);
  for (const [index, original] of answers.entries()) {
    const call = calls[index];
    if (call === undefined) continue;
    const retry = await context.sendJudged(call, `${original.status}, replayed`);
    judgeReplay(context, { kind: one.operation }, original, retry, 'The retry of each of two users with one key');
  }
  return true;
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
