import { entriesOf, readList, readPages } from '../../api/listing.ts';
import { effects, type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { asOtherUser } from '../../scenarios/as-other-user.ts';
import { sameAnswer } from '../../scenarios/idempotency/keyed-case.ts';
import { judgeNoReplay, madeWithKey, withKey } from '../../scenarios/idempotency/keyed-read.ts';
import { atEach } from '../../scenarios/idempotency/keyed-use.ts';
import { judgeRead, type KeptRead } from '../../scenarios/idempotency/present-read.ts';
import { ownObject } from '../../scenarios/operations/available-object.ts';
import { boundOperations, type OperationCase, operationCases } from '../../scenarios/operations/operation-case.ts';
import { identifierIn, type StoredObject } from '../../scenarios/operations/stored-object.ts';

/** Comparisons to try, since other checks may change the state meanwhile. */
const LOOKS = 4;

/** How often a difference must show: one that other checks cause passes, a stored answer stays. */
const TIMES_SEEN = 2;

/** IDEM-14: GET and DELETE do not need a key: a GET with a key shows the present state, never a stored response. */
export const idem14: Check = check('IDEM-14', { isolation: 'shared', weight: 3 }, judgePresentState);

/** Judges that each GET with a key shows the present state, and that no DELETE with one is answered from the store (IDEM-14). */
async function judgePresentState(context: CheckContext): Promise<void> {
  const asOther = context.isQuick ? undefined : await asOtherUser(context);
  await atEach(context, boundOperations(context), async (one) => {
    if (one.effect.kind === 'delete') return await judgeDelete(context, one);
    const kept = one.effect.kind === 'list' ? await judgeList(context, one) : await judgeRead(context, one);
    if (asOther !== undefined) await judgeForOther(context, one, kept, asOther);
  });
}

/** Judges a list with one key before and after a creation, and with the key of the creation. */
async function judgeList(context: CheckContext, one: OperationCase): Promise<KeptRead> {
  const { call: list } = await one.prepare();
  const key = context.freshKey();
  const own = withKey(list, key);
  judgeNoReplay(context, one.operation, await context.prepare(own));
  // Read to the end, since the new object may be on the last page.
  await readPages(own, (call) => context.send(call));
  const { resource: name } = one.effect;
  const made = await madeForList(context, one, name);
  judgeNoReplay(context, one.operation, await context.sendJudged(own, '2xx'));
  const kept = { plain: list, key };
  if (made === undefined) return kept;
  const shows = (call: Call): Promise<boolean | undefined> => isListed(context, call, made.object);
  // The control: without a key the object is listed.
  if (!(await shows(list))) return kept;
  const judgeShown = async (asked: Call): Promise<void> => {
    const isShown = await shows(asked);
    // New objects of other checks may have moved it out of the readable part of the list.
    if (isShown === undefined || (!isShown && !(await shows(list)))) return;
    context.judge(isShown, {
      message: `${one.operation} with a key must show the present state.`,
      expected: `the object ${made.object.id}, which was created since the first list with this key`,
      actual: 'a list without it',
    });
  };
  await judgeShown(own);
  const answer = await context.sendJudged(withKey(list, made.key), 'the list, or a refusal');
  judgeNoReplay(context, one.operation, answer);
  if (isSuccess(answer)) await judgeShown(withKey(list, made.key));
  return kept;
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

/** Undefined if the list does not show it, and cannot be read to its end: a target may refuse later pages, for example under a key. */
async function isListed(context: CheckContext, list: Call, { resource, id }: StoredObject): Promise<boolean | undefined> {
  const shows = (entries: ReturnType<typeof entriesOf>): boolean => entries?.some((entry) => identifierIn(resource, entry) === id) ?? false;
  const first = await context.sendJudged(list, '2xx');
  if (shows(entriesOf(first))) return true;
  const whole = await readList(list, (call) => context.send(call));
  return shows(whole?.entries) || (whole?.complete === false ? undefined : false);
}

/** Judges a DELETE without a key, with the key that created its object, and with the key of another DELETE. */
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
    await judgeGone(context, one, object, deleted, used);
  }
}

/** Judges that a GET does not show the object after a successful DELETE, neither without a key nor with the used one. */
async function judgeGone(context: CheckContext, one: OperationCase, object: StoredObject, deleted: Answer, key?: string): Promise<void> {
  const { read } = object.resource.operations;
  if (!isSuccess(deleted) || read === undefined) return;
  const get = operationCases(context, object.company).find(({ operation }) => operation === read);
  if (get === undefined) return;
  const { call } = await get.callFor(object);
  for (const asked of [call, ...(key === undefined ? [] : [withKey(call, key)])]) {
    const shown = await context.send(asked);
    context.judge(!isSuccess(shown), {
      message: `${one.operation} that answers 2xx must remove the object.`,
      expected: `a refusal of ${read}`,
      actual: String(shown.status),
    });
  }
}

/** Judges that a GET with a key that the first user has used, before what it shows changed, shows the same as without a key (IDEM-14). */
async function judgeForOther(
  context: CheckContext,
  one: OperationCase,
  { plain, key }: KeptRead,
  asOther: (call: Call) => Call,
): Promise<void> {
  for (let [look, differing] = [0, 0]; look < LOOKS; look += 1) {
    const before = await context.send(asOther(plain));
    const answer = await context.sendJudged(asOther(withKey(plain, key)), 'what it answers without a key');
    judgeNoReplay(context, one.operation, answer);
    const after = await context.send(asOther(plain));
    if (!isSame(before, after)) continue;
    if (!isSame(answer, after)) differing += 1;
    if (isSame(answer, after) || differing === TIMES_SEEN) return judgeSame(context, one, answer, after);
  }
}

/** Whether two answers are equal. Only the status counts for refusals, since they may name their request. */
function isSame(left: Answer, right: Answer): boolean {
  return right.status < 400 ? sameAnswer(left, right) : left.status === right.status;
}

function judgeSame(context: CheckContext, { operation }: OperationCase, answer: Answer, plain: Answer): void {
  context.judge(isSame(answer, plain), {
    message: `${operation} with a key of another user must show the same as without a key.`,
    expected: `${plain.status}: ${plain.body.slice(0, 300)}`,
    actual: `${answer.status}: ${answer.body.slice(0, 300)}`,
  });
}
