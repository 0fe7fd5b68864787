import { entriesOf } from '../../api/listing.ts';
import { limited, nextPage } from '../../api/paging.ts';
import { isServed } from '../../api/requests.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import { operations } from '../../generated/operations.ts';
import { resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { type JsonObject, sameJson, writeJson } from '../../model/json.ts';
import { canCreate } from '../../scenarios/operations/available-object.ts';
import { judgeBetweenPages } from '../../scenarios/operations/between-pages.ts';
import { createObject } from '../../scenarios/operations/creation.ts';
import { judgeGrownLists } from '../../scenarios/operations/grown-lists.ts';
import { judgeBesideLarge, judgeLargeObjects } from '../../scenarios/operations/large-objects.ts';
import { objectsToActOn, othersIn, ownObjects, shownAlone } from '../../scenarios/operations/listed-objects.ts';
import { boundOperations, change, type OperationCase } from '../../scenarios/operations/operation-case.ts';
import { judgeSimultaneous } from '../../scenarios/operations/simultaneous.ts';
import { identifierIn, type StoredObject } from '../../scenarios/operations/stored-object.ts';
import { readLimited, readWhole, type WholeList } from '../../scenarios/operations/whole-list.ts';
import { quietestCompany } from '../../scenarios/resources/contact-life.ts';
import { lostAt } from '../../scenarios/values/places.ts';
import { webhookOfOther } from '../../scenarios/webhooks/webhook-of-other.ts';

/** In about how many pages a list is read, as far as the longest page allows. */
const PAGES = 3;

/** So many changes take a counter from 1 to two digits. */
const OFTEN = 10;

/** COMP-10: a list shows each object once over its pages, as its GET shows it, and names the next page as long as there is more. */
export const comp10: Check = check('COMP-10', { isolation: 'quiet', weight: 1 }, async (context) => {
  // In the quietest company, a few pages reach the end of a list.
  const inQuietest = boundOperations(context, quietestCompany(context));
  for (const one of context.some(inQuietest)) await context.part(one.operation, () => judgePages(context, one));
  // The next page in one company must not be that of another.
  const ofEach = context.target.companies.flatMap((company) => boundOperations(context, company));
  for (const one of context.some(ofEach.filter(isOfCompany))) await context.part(one.operation, () => judgeNextPage(context, one));
  // In the busiest company, lists are longer than a page.
  await context.part('long lists', { from: 'standard' }, () => judgeGrownLists(context, boundOperations(context)));
  // Last, since a few large objects fill a page.
  for (const one of inQuietest.filter(isOfCompany))
    await context.part(one.operation, { from: 'standard' }, () => judgeLargeObjects(context, one));
  for (const one of inQuietest.filter(isRecorded))
    await context.part(one.operation, { from: 'standard' }, () => judgeBesideLarge(context, one));
});

function isOfCompany({ operation }: OperationCase): boolean {
  return operations[operation].company;
}

/** Whether the list shows what the target records of other objects, such as the event log. */
function isRecorded({ effect }: OperationCase): boolean {
  const { operations: own, acts } = resources[effect.resource];
  return own.create === undefined && acts.length > 0;
}

/** Judges that the next page that a list names belongs to the same list, whatever else was listed before. */
async function judgeNextPage(context: CheckContext, one: OperationCase): Promise<void> {
  const { call } = await one.prepare();
  const first = limited(call, 1);
  let answer = await context.prepare(first);
  if (nextPage(first, answer) === undefined && canCreate(context, one.effect.resource)) {
    // Two objects make two pages.
    for (let count = 0; count < 2; count += 1) await createObject(context, one.effect.resource, one.company);
    answer = await context.prepare(first);
  }
  const next = nextPage(first, answer);
  if (next === undefined) return;
  const page = await context.send(next);
  const [before, after] = [entriesIn(answer, one), isSuccess(page) ? entriesIn(page, one) : new Map()];
  // Entries without an id cannot be told apart.
  if (before.size === 0 || (isSuccess(page) && after.size < (entriesOf(page)?.length ?? 1))) return;
  const others = [...after.keys()].filter((id) => !before.has(id));
  context.judge(others.length > 0 && others.length === after.size, {
    message: `${one.operation} must name the next page of the requested list.`,
    expected: `other entries than ${[...before.keys()].join(', ')}`,
    actual: `${page.status}, entries ${[...after.keys()].join(', ') || 'none'}`,
  });
  for (const id of others.slice(0, 1)) await judgeOfList(context, one, id, after);
}

/** An entry of a list equals the GET in the same company. */
async function judgeOfList(context: CheckContext, one: OperationCase, id: string, entries: WholeList['entries']): Promise<void> {
  const { read, create } = resources[one.effect.resource].operations;
  if (read === undefined || !isServed(context, read)) return;
  const { company } = one;
  const shown = await shownAlone(
    context,
    { resource: resources[one.effect.resource], company, id, draft: undefined, shown: undefined },
    { entries },
  );
  const isSame = shown !== undefined && (create === undefined || lostAt(shown, entries.get(id)) === undefined);
  context.judge(isSame, {
    message: `The next page of ${one.operation} must belong to the requested list.`,
    expected: `what ${read} of ${id} shows in company ${company.id}`,
    actual: shown === undefined ? `an entry that ${read} does not show there` : writeJson(entries.get(id) ?? null).slice(0, 500),
  });
}

function entriesIn(answer: Answer, { effect }: OperationCase): ReadonlyMap<string, JsonObject> {
  const entries = entriesOf(answer) ?? [];
  return new Map(
    entries.flatMap((entry) => {
      const id = identifierIn(resources[effect.resource], entry);
      return id === undefined ? [] : [[id, entry] as const];
    }),
  );
}

/** Judges a list over all its pages, while nothing else happens at the target (COMP-10). */
async function judgePages(context: CheckContext, one: OperationCase): Promise<void> {
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
  if (plain !== undefined) await change(context, plain, undefined, context.isQuick ? 1 : OFTEN);
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
