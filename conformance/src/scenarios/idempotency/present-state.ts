import { entriesOf, readList, readPages } from '../../api/listing.ts';
import { effects, type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { ownObject } from '../operations/available-object.ts';
import { boundOperations, type OperationCase, operationCases } from '../operations/operation-case.ts';
import { identifierIn, type StoredObject } from '../operations/stored-object.ts';
import { judgeNoReplay, madeWithKey, withKey } from './keyed-read.ts';
import { atEach } from './keyed-use.ts';
import { judgeRead } from './present-read.ts';
import { judgeReadsOfOthers } from './reads-of-others.ts';

/** Judges that each GET with a key shows the present state, and that each DELETE with one is no stored answer (IDEM-14). */
export async function judgePresentState(context: CheckContext): Promise<void> {
  const bound = boundOperations(context);
  await atEach(context, bound, async (one) => {
    if (one.effect.kind === 'read') return await judgeRead(context, one);
    if (one.effect.kind === 'list') return await judgeList(context, one);
    await judgeDelete(context, one);
  });
  await judgeReadsOfOthers(
    context,
    bound.filter(({ effect }) => effect.kind === 'read' || effect.kind === 'list'),
  );
}

/** A list with one key before and after a creation, and with the key of the creation. */
async function judgeList(context: CheckContext, one: OperationCase): Promise<void> {
  const { call: list } = await one.prepare();
  const own = withKey(list, context.freshKey());
  judgeNoReplay(context, one.operation, await context.prepare(own));
  // To the end: what is created may be on the last page.
  await readPages(own, (call) => context.send(call));
  const { resource: name } = one.effect;
  const made = await madeForList(context, one, name);
  judgeNoReplay(context, one.operation, await context.sendJudged(own, '2xx'));
  if (made === undefined) return;
  const shows = (call: Call): Promise<boolean> => isListed(context, call, made.object);
  // The control: without a key it is listed.
  if (!(await shows(list))) return;
  const judgeShown = async (asked: Call): Promise<void> => {
    const isShown = await shows(asked);
    // What others create meanwhile may have moved it beyond what can be read of the list.
    if (!isShown && !(await shows(list))) return;
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
    await judgeGone(context, one, object, deleted, used);
  }
}

/** Where a DELETE was answered 2xx its object is shown no more, neither without a key nor with the one that was used. */
async function judgeGone(context: CheckContext, one: OperationCase, object: StoredObject, deleted: Answer, key?: string): Promise<void> {
  const { read } = object.resource.operations;
  if (!isSuccess(deleted) || read === undefined) return;
  const get = operationCases(context, object.company).find(({ operation }) => operation === read);
  if (get === undefined) return;
  const { call } = await get.callFor(object);
  for (const asked of [call, ...(key === undefined ? [] : [withKey(call, key)])]) {
    const shown = await context.send(asked);
    context.judge(!isSuccess(shown), {
      message: `${one.operation}, answered 2xx, must have removed the object.`,
      expected: `a refusal of ${read}`,
      actual: String(shown.status),
    });
  }
}
