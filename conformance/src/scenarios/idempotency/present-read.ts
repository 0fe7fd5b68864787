import { resources } from '../../generated/resources.ts';
import { isSuccess, json } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { memberOf, writeJson } from '../../model/json.ts';
import { lookUntil } from '../../wait/arrives.ts';
import { ownObject } from '../operations/available-object.ts';
import { type OperationCase, tokenOf } from '../operations/operation-case.ts';
import type { StoredObject } from '../operations/stored-object.ts';
import { observerOf } from '../webhooks/observer.ts';
import { sameAnswer } from './keyed-case.ts';
import { judgeNoReplay, madeWithKey, withKey } from './keyed-read.ts';
import { changeBy } from './keyed-use.ts';

/** A GET without a key, and the key that it was sent with before what it shows changed. */
export interface KeptRead {
  readonly plain: Call;
  readonly key: string;
}

/**
 * Judges a GET with one key before and after a change, and a GET with each key that created or changed its
 * object. If no PUT changes what is read, the act that made it is done again.
 */
export async function judgeRead(context: CheckContext, one: OperationCase): Promise<KeptRead> {
  const { effect } = one;
  if (resources[effect.of ?? effect.resource].operations.create === undefined) return await judgeNoted(context, one);
  const { object, key } = await madeWithKey(context, one);
  const { call: get } = await one.callFor(object);
  const ownKey = context.freshKey();
  const own = withKey(get, ownKey);
  const early = await context.prepare(get);
  // An XML document may contain the time of the request. Of JSON, only the object's name and token are compared.
  const isWhole = json(early) === undefined && sameAnswer(early, await context.prepare(get));
  const judge = (answer: Answer, plain: Answer): void => judgeSame(context, one, [plain, answer], isWhole ? undefined : object);
  judge(await context.sendJudged(own, '2xx'), early);
  const used = [key];
  const change = await changeBy(context, object, effect.after ?? object.resource.operations.update);
  const changed = context.freshKey();
  if (change !== undefined) {
    await context.send(withKey(change, changed));
    used.push(changed);
  }
  const present = await context.prepare(get);
  judge(await context.sendJudged(own, '2xx'), present);
  for (const each of used) await judgeUsed(context, one, withKey(get, each), (answer) => judge(answer, present));
  return { plain: get, key: ownKey };
}

/** Reads a record of the target with one key, before and after it has grown. Compares it if two GETs in a row are the same. */
async function judgeNoted(context: CheckContext, one: OperationCase): Promise<KeptRead> {
  // Without a webhook, no delivery makes the record grow.
  await observerOf(context, one.company).catch(() => undefined);
  const object = await ownObject(context, one.effect.resource, one.company);
  const { call: get } = await one.callFor(object);
  const key = context.freshKey();
  const own = withKey(get, key);
  const early = await context.prepare(own);
  judgeNoReplay(context, one.operation, early);
  for (const act of object.resource.acts) {
    const call = await changeBy(context, object, act);
    if (call !== undefined) await context.send(call);
  }
  await lookUntil(context, async () => {
    const before = await context.prepare(get);
    const answer = await context.sendJudged(own, '2xx');
    judgeNoReplay(context, one.operation, answer);
    const after = await context.prepare(get);
    const isComparable = sameAnswer(before, after) && !sameAnswer(before, early);
    if (isComparable) judgeSameAnswer(context, one, answer, after);
    return isComparable;
  });
  return { plain: get, key };
}

function judgeSameAnswer(context: CheckContext, { operation }: OperationCase, answer: Answer, present: Answer): void {
  context.judge(sameAnswer(answer, present), {
    message: `${operation} with a key must show the current state.`,
    expected: present.body,
    actual: answer.body,
  });
}

/** The source does not say whether a GET heeds the key of another method. It may refuse it, but must show nothing old. */
async function judgeUsed(context: CheckContext, { operation }: OperationCase, call: Call, judge: (answer: Answer) => void): Promise<void> {
  const answer = await context.sendJudged(call, 'the same as without a key, or a refusal');
  judgeNoReplay(context, operation, answer);
  if (isSuccess(answer)) judge(answer);
}

/** @param object the object whose name and token are compared; undefined if the whole answer is */
function judgeSame(
  context: CheckContext,
  { operation }: OperationCase,
  [plain, answer]: readonly [Answer, Answer],
  object: StoredObject | undefined,
): void {
  judgeNoReplay(context, operation, answer);
  const [expected, actual] = [plain, answer].map((one) => (object === undefined ? one.body : stateIn(one, object)));
  context.judge(isSuccess(answer) && actual === expected, {
    message: `${operation} with a key must show the current state.`,
    expected: `${plain.status} with ${expected}`,
    actual: `${answer.status} with ${actual}`,
  });
}

/** The part of an answer that the target does not change by itself. */
function stateIn(answer: Answer, { resource, id }: StoredObject): string {
  const shown = json(answer);
  const label = resource.label === undefined ? undefined : memberOf(shown, resource.label);
  return shown === undefined ? id : writeJson([label ?? null, tokenOf({ resource, shown }) ?? null]);
}
