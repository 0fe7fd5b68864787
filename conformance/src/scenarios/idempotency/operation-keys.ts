import { headerNames } from '../../api/header-names.ts';
import { IDEMPOTENCY_KEY_LENGTH_MAX } from '../../generated/limits.ts';
import { resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { identifier, isObject, parseJson, writeJson } from '../../model/json.ts';
import type { OperationCase } from '../operations/operation-case.ts';
import { withSubject } from '../values/spoiled-calls.ts';
import { judgeReplay } from './keyed-case.ts';
import type { KeyedUse } from './keyed-use.ts';
import { asItIs, asUse, atEach, freshCall, keyedOperations } from './keyed-use.ts';
import { OperationEffects } from './operation-effects.ts';
import { isStoredRefusal } from './stored-refusals.ts';

/** No target has an object with these ids. */
const ABSENT_NUMBER = '1999999973';
const ABSENT_GUID = '00000000-0000-4000-8000-000000000007';

/** A key of the greatest length with many special characters. */
function longKey(unique: string, last: string): string {
  return `${unique} !"#$%&'()*+,-./:;<=>?@[]^_{|}~`.padEnd(IDEMPOTENCY_KEY_LENGTH_MAX - 1, '~') + last;
}

/** Judges at every operation which keys it accepts, and which answers it stores (IDEM-16). */
export async function judgeEachOperation(context: CheckContext): Promise<void> {
  const effects = await OperationEffects.watch(context);
  let turn = 0;
  await atEach(context, keyedOperations(context), async (one) => {
    turn += 1;
    const unique = context.freshKey();
    if (!one.staysForGood) effects.control(await firstUnderLongKey(context, one, longKey(unique, '}')));
    const key = longKey(unique, '~');
    const prepared = await freshCall(context, one, key);
    await judgeMalformed(context, one.operation, prepared.call, unique, turn);
    await judgeFree(context, one.operation, prepared.call, turn);
    // The control for all of it: the unaltered call is executed, and it is the first that is.
    const answer = await context.sendJudged(prepared.call, '2xx');
    judgeExecuted(
      context,
      answer,
      `${one.operation} after refusals under its key, which differs from a used one only in its last character,`,
    );
    const use = await asUse(one, key, prepared, answer);
    effects.expect(use);
    if (one.staysForGood) return;
    await judgeStored(context, use);
    await judgeAbsent(context, use);
    await judgeMended(context, use);
  });
  await effects.judge('A request that was refused for its key, or before its execution, must have no effect');
}

async function firstUnderLongKey(context: CheckContext, one: OperationCase, key: string): Promise<KeyedUse> {
  const prepared = await freshCall(context, one, key);
  const answer = await context.sendJudged(prepared.call, '2xx');
  // The control: under a short key it is accepted.
  if (!isSuccess(answer)) await context.prepare(withHeader(prepared.call, 'Idempotency-Key', context.freshKey()));
  judgeExecuted(context, answer, `${one.operation} under a long key`);
  return await asUse(one, key, prepared, answer);
}

/** @param turn decides which of several like alterations is tried */
async function judgeMalformed(context: CheckContext, operation: string, call: Call, unique: string, turn: number): Promise<void> {
  const unprintable = turn % 2 === 0 ? `${unique}è` : `${unique}\tk`;
  for (const key of context.some(['', unique.padEnd(IDEMPOTENCY_KEY_LENGTH_MAX + 1, 'k'), unprintable])) {
    const answer = await context.sendJudged(withHeader(call, 'Idempotency-Key', key), '400');
    context.judge(answer.status === 400, {
      message: `A malformed key (${key === '' ? 'empty' : `${key.length} characters`}) must be refused (${operation}).`,
      expected: '400',
      actual: `${answer.status} for ${JSON.stringify(key.slice(0, 60))}`,
    });
  }
}

/** A refusal before the execution leaves the key free. */
async function judgeFree(context: CheckContext, operation: string, call: Call, turn: number): Promise<void> {
  const names = headerNames(context.target.service.headerWord);
  const refused: readonly Call[] = [
    ...(call.body === undefined ? [] : ['{}', turn % 2 === 0 ? '{"' : '[]'].map((body) => ({ ...call, body }))),
    turn % 2 === 0 ? withHeader(call, 'Authorization', 'Bearer none') : withHeader(call, names.apiKey, 'none'),
    withHeader(call, names.licenseKey, 'none'),
  ];
  for (const spoiled of context.some(refused)) {
    const refusal = await context.send(spoiled);
    context.judge(!isReplayed(refusal), {
      message: `A refusal (${operation}) must not be marked as replayed.`,
      expected: 'no Idempotent-Replayed: true',
      actual: `${refusal.status}, marked as replayed`,
    });
  }
}

/** The operation's own refusal is stored: of a change with a stale token, and of an act that an object accepts only once. */
async function judgeStored(context: CheckContext, use: KeyedUse): Promise<void> {
  const { one, object } = use;
  if (object === undefined || !(one.effect.kind === 'update' || one.effect.once)) return;
  // The object as it was before, so its token is stale by now.
  const key = context.freshKey();
  const stale = (await one.callFor(object, key)).call;
  const original = await context.send(stale);
  if (!isStoredRefusal(original)) return;
  const retry = await context.sendJudged(stale, `${original.status}, replayed`);
  judgeReplay(context, { kind: one.operation }, original, retry, 'A retry of a call that the operation itself refused');
  if (one.effect.once) return;
  const mended = await context.sendOther((await one.callFor(await asItIs(context, object), key)).call);
  context.judge(!isSuccess(mended), {
    message: `The key of a call that the operation itself refused (${one.operation}) must not work for another request.`,
    expected: '422',
    actual: String(mended.status),
  });
}

/** A 404 for the object is the operation's own refusal too. */
async function judgeAbsent(context: CheckContext, { one, call }: KeyedUse): Promise<void> {
  const { subject } = call;
  if (subject === undefined) return;
  const id = /^\d+$/.test(subject) ? ABSENT_NUMBER : ABSENT_GUID;
  const absent = withHeader(withSubject(call, subject, id), 'Idempotency-Key', context.freshKey());
  const original = await context.send(absent);
  if (original.status !== 404) return;
  const retry = await context.sendJudged(absent, '404, replayed');
  judgeReplay(context, { kind: one.operation }, original, retry, 'A retry of a call whose object was not found');
}

/** A call with a reference to nothing. If that is a 400, the client may correct it and go on under the same key. */
async function judgeMended(context: CheckContext, { one }: KeyedUse): Promise<void> {
  const [reference] = resources[one.effect.resource].references.filter(({ path }) => path.length === 1);
  const [name] = reference?.path ?? [];
  if (name === undefined) return;
  const { call } = await freshCall(context, one, context.freshKey());
  const body = call.body === undefined ? undefined : parseJson(call.body);
  if (!isObject(body) || body[name] === undefined) return;
  const refusal = await context.send({ ...call, body: writeJson({ ...body, [name]: identifier(ABSENT_NUMBER) }) });
  if (refusal.status !== 400) return;
  judgeExecuted(context, await context.sendJudged(call, '2xx'), `${one.operation} with its ${name} corrected`);
}

export function judgeExecuted(context: CheckContext, answer: Answer, what: string): void {
  context.judge(isSuccess(answer) && !isReplayed(answer), {
    message: `${what} must be executed.`,
    expected: '2xx, not marked as replayed',
    actual: `${answer.status}${isReplayed(answer) ? ', marked as replayed' : ''}`,
  });
}
