import { headerNames } from '../../api/header-names.ts';
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../../generated/limits.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { identifier, writeJson } from '../../model/json.ts';
import { Skip } from '../../model/verdict.ts';
import { asOtherUser } from '../../scenarios/as-other-user.ts';
import { judgeExecuted, judgeNotReplayed, judgeReplay } from '../../scenarios/idempotency/answers.ts';
import { Effects } from '../../scenarios/idempotency/effects.ts';
import { judgeDeletionsUnder } from '../../scenarios/idempotency/keys-of-deletions.ts';
import { isStoredRefusal, judgeStoredActs } from '../../scenarios/idempotency/stored-refusals.ts';
import {
  asItIs,
  asUse,
  atEach,
  bodyOf,
  firstUse,
  freshCall,
  keyedOperations,
  repeatableOperations,
  type Use,
  withKey,
} from '../../scenarios/idempotency/use.ts';
import { type OperationCase, operationCases } from '../../scenarios/operations/operation-case.ts';
import { createdObject } from '../../scenarios/operations/thing.ts';
import { absentIdLike, withSubject } from '../../scenarios/values/spoiled-calls.ts';

/** No target has an object with this id. */
const ABSENT = identifier(absentIdLike('1'));

/** IDEM-16: keys of different users are independent; a key that is empty, too long or not printable ASCII answers 400; 2xx and refusals of the operation itself are stored. */
export const idem16: Check = check('IDEM-16', { isolation: 'shared', weight: 4 }, async (context) => {
  await context.part('stored refusals', { from: 'standard' }, () => judgeStoredActs(context));
  await judgeEachOperation(context);
  if (context.target.otherUser === undefined)
    return context.leaveUnjudged(
      `whether keys of different users are independent: set otherUser to another user of company ${context.target.companies[0].id}`,
    );
  const asOther = await context.part('keys of another user', () => asOtherUser(context));
  if (asOther === undefined) return;
  await atEach(context, repeatableOperations(context), (one) => judgeTwoUsers(context, one, asOther));
  await context.part('deletions under keys of another user', { from: 'standard' }, async () => {
    const creation = repeatableOperations(context).find(({ effect }) => effect.kind === 'create');
    const key = context.freshKey();
    if (creation !== undefined && isSuccess(await context.send(asOther((await creation.prepare(key)).call))))
      await judgeDeletionsUnder(context, key, 'that another user has used');
  });
});

/** Judges that a key of one user does not affect another, who may do the same. */
async function judgeTwoUsers(context: CheckContext, one: OperationCase, asOther: (call: Call) => Call): Promise<void> {
  if (await judgeBoth(context, one, async (key) => asOther((await freshCall(context, one, key)).call))) return;
  const { call } = await firstUse(context, one);
  const answer = await context.sendJudged(asOther(call), 'a refusal');
  judgeNotReplayed(context, answer, `${one.operation} by another user, under a key of the first,`);
  if (one.effect.kind !== 'update') return;
  // Perhaps each user may change only their own objects.
  const { create } = resources[one.effect.resource].operations;
  const maker = operationCases(context, one.company).find(({ operation }) => operation === create);
  await judgeBoth(context, one, async (key) => {
    const made = await maker?.prepare();
    if (made?.draft === undefined) throw new Skip(`no operation creates objects of ${one.effect.resource}`);
    const object = createdObject(one.effect.resource, one.company, made.draft, await context.prepare(asOther(made.call)));
    return asOther((await one.callFor(object, key)).call);
  });
}

/**
 * Judges requests of both users under one key at once, and then a retry of each. Neither user must wait for the other's key.
 * @param ofOther makes a call of the other user that must succeed
 * @returns false if the other user may not do it, with a key or without one
 */
async function judgeBoth(context: CheckContext, one: OperationCase, ofOther: (key?: string) => Promise<Call>): Promise<boolean> {
  const key = context.freshKey();
  const calls = [(await freshCall(context, one, key)).call, await ofOther(key)];
  const sent = await Promise.all(calls.map(async (call) => ({ call, original: await context.sendJudged(call, '2xx') })));
  // The controls: without a key each user may do it.
  const [ofFirst, ofSecond] = sent.map(({ original }) => isSuccess(original));
  if (!ofSecond && !isSuccess(await context.send(await ofOther()))) return false;
  if (!ofFirst) await context.prepare((await freshCall(context, one)).call);
  for (const { original } of sent) judgeExecuted(context, original, `${one.operation} by each of two users with one key at the same time`);
  for (const { call, original } of sent) {
    const retry = await context.sendJudged(call, `${original.status}, replayed`);
    judgeReplay(context, one.operation, original, retry, 'The retry of each of two users with one key');
  }
  return true;
}

/** A key of the greatest length with many special characters. */
function longKey(unique: string, last: string): string {
  return `${unique} !"#$%&'()*+,-./:;<=>?@[]^_{|}~`.padEnd(IDEMPOTENCY_KEY_LENGTH_MAX - 1, '~') + last;
}

/** Judges at every operation which keys it accepts, and which answers it stores (IDEM-16). */
async function judgeEachOperation(context: CheckContext): Promise<void> {
  const effects = await Effects.watch(context);
  await atEach(context, keyedOperations(context), async (one, turn) => {
    const unique = context.freshKey();
    if (!one.staysForGood) effects.compareWith(await firstUnderLongKey(context, one, longKey(unique, '}')));
    const prepared = await freshCall(context, one, longKey(unique, '~'));
    await judgeRefusals(context, one, prepared.call, unique, turn);
    // The control for all of it: the unaltered call is executed, and it is the first that is.
    const answer = await context.sendJudged(prepared.call, '2xx');
    judgeExecuted(
      context,
      answer,
      `${one.operation} after refusals under its key, which differs from a used one only in its last character,`,
    );
    const use = await asUse(one, prepared, answer);
    effects.expect(use);
    if (one.staysForGood) return;
    await judgeStored(context, use);
    await judgeMended(context, use);
  });
  await effects.judge('A request that was refused for its key, or before its execution, must have no effect');
}

async function firstUnderLongKey(context: CheckContext, one: OperationCase, key: string): Promise<Use> {
  const prepared = await freshCall(context, one, key);
  const answer = await context.sendJudged(prepared.call, '2xx');
  // The control: under a short key it is accepted.
  if (!isSuccess(answer)) await context.prepare(withKey(prepared.call, context.freshKey()));
  judgeExecuted(context, answer, `${one.operation} under a long key`);
  return await asUse(one, prepared, answer);
}

/**
 * Judges that malformed keys are refused, and that a refusal before the execution leaves the key free.
 * @param turn decides which of several like alterations is tried
 */
async function judgeRefusals(context: CheckContext, { operation }: OperationCase, call: Call, unique: string, turn: number): Promise<void> {
  const isEven = turn % 2 === 0;
  for (const key of context.some(['', unique.padEnd(IDEMPOTENCY_KEY_LENGTH_MAX + 1, 'k'), isEven ? `${unique}è` : `${unique}\tk`])) {
    const answer = await context.sendJudged(withKey(call, key), '400');
    context.judge(answer.status === 400, {
      message: `A malformed key (${key === '' ? 'empty' : `${key.length} characters`}) must be refused (${operation}).`,
      expected: '400',
      actual: `${answer.status} for ${JSON.stringify(key.slice(0, 60))}`,
    });
  }
  const names = headerNames(context.target.service.headerWord);
  const spoiled: readonly Call[] = [
    ...(call.body === undefined ? [] : ['{}', isEven ? '{"' : '[]'].map((body) => ({ ...call, body }))),
    isEven ? withHeader(call, 'Authorization', 'Bearer none') : withHeader(call, names.apiKey, 'none'),
    withHeader(call, names.licenseKey, 'none'),
  ];
  for (const each of context.some(spoiled)) judgeNotReplayed(context, await context.send(each), `A refusal (${operation})`);
}

/** The operation's own refusal is stored: of an absent object, of a change with a stale token, of an act that an object accepts only once. */
async function judgeStored(context: CheckContext, { one, call, object }: Use): Promise<void> {
  const { subject } = call;
  const judgeRetried = async (refused: Call, original: Answer, what: string): Promise<void> =>
    judgeReplay(context, one.operation, original, await context.sendJudged(refused, `${original.status}, replayed`), what);
  if (subject !== undefined) {
    const absent = withKey(withSubject(call, subject, absentIdLike(subject)), context.freshKey());
    const original = await context.send(absent);
    if (original.status === 404) await judgeRetried(absent, original, 'A retry of a call whose object was not found');
  }
  if (object === undefined || !(one.effect.kind === 'update' || one.effect.once)) return;
  // The object as it was before, so its token is stale by now.
  const key = context.freshKey();
  const stale = (await one.callFor(object, key)).call;
  const original = await context.send(stale);
  if (!isStoredRefusal(original)) return;
  await judgeRetried(stale, original, 'A retry of a call that the operation itself refused');
  if (one.effect.once) return;
  const mended = await context.sendOther((await one.callFor(await asItIs(context, object), key)).call);
  context.judge(!isSuccess(mended), {
    message: `The key of a call that the operation itself refused (${one.operation}) must not work for another request.`,
    expected: '422',
    actual: String(mended.status),
  });
}

/** A call with a reference to nothing. If that is a 400, the client may correct it and go on under the same key. */
async function judgeMended(context: CheckContext, { one }: Use): Promise<void> {
  const [reference] = resources[one.effect.resource].references.filter(({ path }) => path.length === 1);
  const [name] = reference?.path ?? [];
  if (name === undefined) return;
  const { call } = await freshCall(context, one, context.freshKey());
  const body = bodyOf(call);
  if (body?.[name] === undefined) return;
  const refusal = await context.send({ ...call, body: writeJson({ ...body, [name]: ABSENT }) });
  if (refusal.status !== 400) return;
  judgeExecuted(context, await context.sendJudged(call, '2xx'), `${one.operation} with its ${name} corrected`);
}
