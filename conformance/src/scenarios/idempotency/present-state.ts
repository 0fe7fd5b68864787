import { setTimeout as sleep } from 'node:timers/promises';
import { entriesOf, readList } from '../../api/listing.ts';
import { effects, type ResourceName, resources } from '../../generated/resources.ts';
import { isReplayed, isSuccess, json } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { memberOf, writeJson } from '../../model/json.ts';
import { boundOperations, type OperationCase, operationCases, tokenOf } from '../operations/operation-case.ts';
import { identifierIn, ownObject, type StoredObject } from '../operations/stored-object.ts';
import { sameAnswer } from './keyed-case.ts';
import { atEach, changeBy, makingUse } from './keyed-use.ts';
import { OperationEffects } from './operation-effects.ts';

/** Judges that each GET with a key shows the present state, and that each DELETE with one is no stored answer (IDEM-14). */
export async function judgePresentState(context: CheckContext): Promise<void> {
  const bound = boundOperations(context);
  await atEach(context, bound, async (one) => {
    if (one.effect.kind === 'read') return await judgeRead(context, one);
    if (one.effect.kind === 'list') return await judgeList(context, one);
    await judgeDelete(context, one);
  });
}

/** An object, and the key that it was made with; where no key can have made it, one that nothing has used. */
async function madeWithKey(context: CheckContext, one: OperationCase): Promise<{ readonly object: StoredObject; readonly key: string }> {
  const use = await makingUse(context, one);
  if (use?.object !== undefined) return { object: use.object, key: use.key };
  return { object: await one.findObject(), key: context.freshKey() };
}

/** A GET with one key before and after a change, and with the key that its object was made with. */
async function judgeRead(context: CheckContext, one: OperationCase): Promise<void> {
  if (resources[one.effect.of ?? one.effect.resource].operations.create === undefined) return await judgeNoted(context, one);
  const { object, key } = await madeWithKey(context, one);
  const { call: get } = await one.callFor(object);
  const own = withKey(get, context.freshKey());
  const early = await context.prepare(get);
  judgeSame(context, one, await context.sendJudged(own, '2xx'), early, object);
  const change = await changeBy(context, object, object.resource.operations.update);
  if (change !== undefined) await context.send(change);
  const present = await context.prepare(get);
  judgeSame(context, one, await context.sendJudged(own, '2xx'), present, object);
  await judgeUsed(context, one, withKey(get, key), (answer) => judgeSame(context, one, answer, present, object));
}

/** Looks at what the target notes by itself, and the pause between two. */
const LOOKS = 20;
const PAUSE_MS = 50;

/** What the target notes, with one key before and after it has noted more; it is compared where it stays the same for two GETs. */
async function judgeNoted(context: CheckContext, one: OperationCase): Promise<void> {
  await OperationEffects.watch(context);
  const object = await ownObject(context, one.effect.resource, one.company);
  const { call: get } = await one.callFor(object);
  const own = withKey(get, context.freshKey());
  const early = await context.prepare(own);
  judgeNoReplay(context, one.operation, early);
  for (const act of object.resource.acts) {
    const call = await changeBy(context, object, act);
    if (call !== undefined) await context.send(call);
  }
  for (let look = 0; look < LOOKS; look += 1) {
    const before = await context.prepare(get);
    const answer = await context.sendJudged(own, '2xx');
    judgeNoReplay(context, one.operation, answer);
    const after = await context.prepare(get);
    if (sameAnswer(before, after) && !sameAnswer(before, early)) return judgeSameAnswer(context, one, answer, after);
    await context.rest(() => sleep(PAUSE_MS));
  }
}

function judgeSameAnswer(context: CheckContext, { operation }: OperationCase, answer: Answer, present: Answer): void {
  context.judge(sameAnswer(answer, present), {
    message: `${operation} with a key must show the present state.`,
    expected: present.body,
    actual: answer.body,
  });
}

/** Whether a GET heeds the key of another method is left open: it may refuse it, but shows nothing old. */
async function judgeUsed(context: CheckContext, { operation }: OperationCase, call: Call, judge: (answer: Answer) => void): Promise<void> {
  const answer = await context.sendJudged(call, 'what it answers without a key, or a refusal');
  judgeNoReplay(context, operation, answer);
  if (isSuccess(answer)) judge(answer);
}

function judgeSame(context: CheckContext, { operation }: OperationCase, answer: Answer, plain: Answer, object: StoredObject): void {
  judgeNoReplay(context, operation, answer);
  const [expected, actual] = [stateIn(plain, object), stateIn(answer, object)];
  context.judge(isSuccess(answer) && actual === expected, {
    message: `${operation} with a key must show the present state.`,
    expected: `${plain.status} with ${expected}`,
    actual: `${answer.status} with ${actual}`,
  });
}

/** What an answer shows of an object that the target does not change by itself. */
function stateIn(answer: Answer, { resource, id }: StoredObject): string {
  const shown = json(answer);
  const label = resource.label === undefined ? undefined : memberOf(shown, resource.label);
  return shown === undefined ? id : writeJson([label ?? null, tokenOf({ resource, shown }) ?? null]);
}

/** A list with one key before and after a creation, and with the key of the creation. */
async function judgeList(context: CheckContext, one: OperationCase): Promise<void> {
  const { call: list } = await one.prepare();
  const own = withKey(list, context.freshKey());
  judgeNoReplay(context, one.operation, await context.prepare(own));
  const { resource: name } = one.effect;
  const made = await madeForList(context, one, name);
  judgeNoReplay(context, one.operation, await context.sendJudged(own, '2xx'));
  if (made === undefined) return;
  const shows = (call: Call): Promise<boolean> => isListed(context, call, made.object);
  // The control: without a key it is listed.
  if (!(await shows(list))) return;
  const judgeShown = (isShown: boolean): void =>
    context.judge(isShown, {
      message: `${one.operation} with a key must show the present state.`,
      expected: `the object ${made.object.id}, which was created since the first list with this key`,
      actual: 'a list without it',
    });
  judgeShown(await shows(own));
  const answer = await context.sendJudged(withKey(list, made.key), 'the list, or a refusal');
  judgeNoReplay(context, one.operation, answer);
  if (isSuccess(answer)) judgeShown(await shows(withKey(list, made.key)));
}

async function madeForList(
  context: CheckContext,
  one: OperationCase,
  name: ResourceName,
): Promise<{ readonly object: StoredObject; readonly key: string } | undefined> {
  if (resources[name].operations.create !== undefined) return await madeWithKey(context, one);
  const isNoted = Object.values(effects).some(({ kind, resource }) => kind === 'act' && resource === name);
  return isNoted ? { object: await ownObject(context, name, one.company), key: context.freshKey() } : undefined;
}

async function isListed(context: CheckContext, list: Call, { resource, id }: StoredObject): Promise<boolean> {
  const shows = (entries: ReturnType<typeof entriesOf>): boolean => entries?.some((entry) => identifierIn(resource, entry) === id) ?? false;
  const first = await context.sendJudged(list, '2xx');
  if (shows(entriesOf(first))) return true;
  return shows((await readList(list, (call) => context.send(call)))?.entries);
}

/** A DELETE without a key, with the key of what made its object, and with the key of another DELETE. */
async function judgeDelete(context: CheckContext, one: OperationCase): Promise<void> {
  const [plain, made, first, second] = [
    await madeWithKey(context, one),
    await madeWithKey(context, one),
    await madeWithKey(context, one),
    await madeWithKey(context, one),
  ];
  const answer = await context.sendRightful((await one.callFor(plain.object)).call);
  context.judge(isSuccess(answer), {
    message: `${one.operation} without a key must be accepted.`,
    expected: '2xx',
    actual: String(answer.status),
  });
  await judgeGone(context, one, plain.object, answer);
  const key = context.freshKey();
  for (const [object, used] of [
    [made.object, made.key],
    [first.object, key],
    [second.object, key],
  ] as const) {
    const deletion = withKey((await one.callFor(object)).call, used);
    const deleted = await context.sendJudged(deletion, '2xx, or a refusal');
    judgeNoReplay(context, one.operation, deleted);
    await judgeGone(context, one, object, deleted);
  }
}

/** Where a DELETE was answered 2xx its object is shown no more. */
async function judgeGone(context: CheckContext, one: OperationCase, object: StoredObject, deleted: Answer): Promise<void> {
  const { read } = object.resource.operations;
  if (!isSuccess(deleted) || read === undefined) return;
  const get = operationCases(context, object.company).find(({ operation }) => operation === read);
  if (get === undefined) return;
  const shown = await context.send((await get.callFor(object)).call);
  context.judge(!isSuccess(shown), {
    message: `${one.operation}, answered 2xx, must have removed the object.`,
    expected: `a refusal of ${read}`,
    actual: String(shown.status),
  });
}

function judgeNoReplay(context: CheckContext, operation: string, answer: Answer): void {
  context.judge(!isReplayed(answer), {
    message: `${operation} must not be answered from the store.`,
    expected: 'no Idempotent-Replayed: true',
    actual: `${answer.status}, marked as replayed`,
  });
}

function withKey(call: Call, key: string): Call {
  return withHeader(call, 'Idempotency-Key', key);
}
