import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import { resources } from '../../generated/resources.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, sameJson, writeJson } from '../../model/json.ts';
import { webhookOfOther } from '../webhooks/webhook-of-other.ts';
import { judgeBetweenPages } from './between-pages.ts';
import { lostAt } from './declared-members.ts';
import { change, changeRepeatedly, objectsToActOn, othersIn, ownObjects, shownAlone } from './listed-objects.ts';
import type { OperationCase } from './operation-case.ts';
import { judgeSimultaneous } from './simultaneous.ts';
import type { StoredObject } from './stored-object.ts';
import { readLimited, readWhole, type WholeList } from './whole-list.ts';

/** In about how many pages a list is read, as far as the longest page allows. */
const PAGES = 3;

/** So many changes take a counter from 1 to two digits. */
const OFTEN = 10;

/** Judges a list over all its pages, while nothing else happens at the target (COMP-10). */
export async function judgePages(context: CheckContext, one: OperationCase): Promise<void> {
  const { call: list } = await one.prepare();
  const own = await ownObjects(context, one);
  const others = one.effect.resource === 'webhook' ? await webhookOfOther(context) : undefined;
  const toActOn =
    (await context.part(`acts on what ${one.operation} shows`, { from: 'standard' }, () => objectsToActOn(context, one))) ?? [];
  const whole = await readWhole(context, one, list);
  await judgeSimultaneous(context, one, whole.pages.flat());
  await changeInEachWay(context, own);
  for (const { act, object } of toActOn) {
    await shownAlone(context, object, whole);
    await context.send((await context.api()).call(act, { company: one.company, id: object.id }));
  }
  const all = [...own, ...toActOn.map(({ object }) => object), ...othersIn(whole, one)];
  const objects = [...new Map(all.map((object) => [object.id, object])).values()];
  const alone = await Promise.all(objects.map((object) => shownAlone(context, object, whole)));
  const count = whole.ids.length;
  const limits = [Math.min(Math.ceil(count / PAGES), PAGE_ENTRIES_MAX - 1), ...(count > PAGE_ENTRIES_MAX ? [] : [count])];
  const again: WholeList[] = [];
  for (const limit of new Set(limits.filter((length) => length > 0))) again.push(await readLimited(context, one, list, limit));
  for (const other of again) judgeSame(context, one, whole, other);
  for (const { id } of own) {
    context.judge(whole.entries.has(id), {
      message: `${one.operation} must show each object.`,
      expected: `an entry for ${id}`,
      actual: `${count} others`,
    });
  }
  await others?.remove();
  for (const [index, { id }] of objects.entries())
    for (const later of again) judgeEntry(context, one, [whole, later], { id, shown: alone[index] });
  await judgeBetweenPages(context, one, list, { ids: (again.at(-1) ?? whole).ids, own });
}

/** Changes objects with a key and without, so that anything that a list or GET has cached of them is stale. */
async function changeInEachWay(context: CheckContext, [plain, keyed]: readonly StoredObject[]): Promise<void> {
  if (plain !== undefined) await changeRepeatedly(context, plain, context.isQuick ? 1 : OFTEN);
  if (keyed !== undefined) await change(context, keyed, (call) => withHeader(call, 'Idempotency-Key', context.freshKey()));
}

function judgeSame(context: CheckContext, { operation }: OperationCase, whole: WholeList, other: WholeList): void {
  const at = whole.ids.findIndex((id, index) => other.ids[index] !== id);
  context.judge(at === -1 && other.ids.length === whole.ids.length, {
    message: `${operation} must show the same objects in the same order, whatever the length of its pages.`,
    expected: `${whole.ids.length} entries${at === -1 ? '' : `, ${whole.ids[at]} at place ${at + 1}`}`,
    actual: `${other.ids.length} entries in ${other.pages.length} pages${at === -1 ? '' : `, ${other.ids[at] ?? 'none'} at that place`}`,
  });
}

/** An entry equals the GET between the first reading and the last. Ignores what the target changes by itself meanwhile. */
function judgeEntry(
  context: CheckContext,
  { operation, effect }: OperationCase,
  [first, last]: readonly [WholeList, WholeList],
  { id, shown }: { readonly id: string; readonly shown: JsonObject | undefined },
): void {
  const [before, entry] = [first.entries.get(id), last.entries.get(id)].map((one) => one && inOrder(one, effect));
  if (shown === undefined || entry === undefined) return;
  const isOurs = resources[effect.resource].operations.create !== undefined;
  const stays = (name: string): boolean => isOurs || sameJson(before?.[name], entry[name]);
  const stable = Object.fromEntries(Object.entries(entry).filter(([name]) => stays(name)));
  const missing = Object.keys(shown).find((name) => !Object.hasOwn(entry, name));
  const alone = inOrder(shown, effect);
  const differing = lostAt(stable, alone) ?? (isOurs ? lostAt(alone, entry) : missing);
  context.judge(differing === undefined, {
    message: `An entry of ${operation} must show the same as a GET of the object.`,
    expected: writeJson(shown).slice(0, 500),
    actual: `a different ${differing}: ${writeJson(entry).slice(0, 500)}`,
  });
}

/**
 * Without a webhook's Events: the source does not say that they keep their order, and HOOK-15 judges whether list and GET agree on them.
 */
function inOrder(shown: JsonObject, { resource }: OperationCase['effect']): JsonObject {
  if (resource !== 'webhook') return shown;
  return Object.fromEntries(Object.entries(shown).filter(([name]) => name.toLowerCase() !== 'events'));
}
