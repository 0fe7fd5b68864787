import { limited } from '../../api/paging.ts';
import { servedOf } from '../../api/requests.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import { operations } from '../../generated/operations.ts';
import { resources } from '../../generated/resources.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { writeJson } from '../../model/json.ts';
import { canCreate } from '../../scenarios/operations/available-object.ts';
import { createObject } from '../../scenarios/operations/creation.ts';
import { judgeGrownLists } from '../../scenarios/operations/grown-lists.ts';
import { judgeSame, type Pages, readLimited, readPages, readWhole } from '../../scenarios/operations/list-pages.ts';
import { judgeEntry, largeObjects, objectsToActOn, ownObjects, shownAlone } from '../../scenarios/operations/listed-objects.ts';
import { boundOperations, change, type OperationCase } from '../../scenarios/operations/operation-case.ts';
import { judgeBesideLarge, judgeBetweenPages, judgeSimultaneous } from '../../scenarios/operations/page-breaks.ts';
import { callOn, type Thing } from '../../scenarios/operations/thing.ts';
import { quietestCompany } from '../../scenarios/resources/contact-life.ts';
import { lostAt } from '../../scenarios/values/places.ts';
import { webhookOfOther, withdraw } from '../../scenarios/webhooks/registration.ts';

/** In about how many pages a list is read, as far as the longest page allows. */
const PAGES = 3;

/** The most pages that are read for large objects. */
const MOST_PAGES = 40;

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
  for (const one of inQuietest.filter(isOfCompany)) await context.part(one.operation, { from: 'standard' }, () => judgeLarge(context, one));
  for (const one of inQuietest.filter(isRecorded))
    await context.part(one.operation, { from: 'standard' }, async () => await judgeBesideLarge(context, one, (await one.prepare()).call));
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
  const { operation, company } = one;
  const resource = resources[one.effect.resource];
  const first = limited((await one.prepare()).call, 1);
  let page = await readPages(context, operation, first, 1);
  if (page !== undefined && page.next === undefined && canCreate(context, resource.name)) {
    // Two objects make two pages.
    for (let count = 0; count < 2; count += 1) await createObject(context, resource.name, company);
    page = await readPages(context, operation, first, 1);
  }
  if (page?.next === undefined || page.ids.length === 0) return;
  const after = await readPages(context, operation, page.next, 1);
  // Entries without an id cannot be told apart.
  if (after?.pages.some((entries) => entries.length > after.ids.length)) return;
  const others = (after?.ids ?? []).filter((id) => !page.ids.includes(id));
  context.judge(others.length > 0 && others.length === after?.ids.length, {
    message: `${operation} must name the next page of the requested list.`,
    expected: `other entries than ${page.ids.join(', ')}`,
    actual: `entries ${after?.ids.join(', ') ?? 'none'}`,
  });
  const { read, create } = servedOf(context, resource);
  const [id] = others;
  if (read === undefined || id === undefined) return;
  const entry = after?.entries.get(id) ?? {};
  const shown = await shownAlone(context, { resource, company, id }, entry);
  context.judge(shown !== undefined && (create === undefined || lostAt(shown, entry) === undefined), {
    message: `The next page of ${operation} must belong to the requested list.`,
    expected: `what ${read} of ${id} shows in company ${company.id}`,
    actual: shown === undefined ? `an entry that ${read} does not show there` : writeJson(entry).slice(0, 500),
  });
}

/** Judges a list over all its pages, while nothing else happens at the target (COMP-10). */
async function judgePages(context: CheckContext, one: OperationCase): Promise<void> {
  const { operation, company, effect } = one;
  const { call: list } = await one.prepare();
  const own = await ownObjects(context, one);
  const others = effect.resource === 'webhook' ? await webhookOfOther(context) : undefined;
  const toActOn = (await context.part(`acts on what ${operation} shows`, { from: 'standard' }, () => objectsToActOn(context, one))) ?? [];
  const whole = await readWhole(context, operation, list);
  await judgeSimultaneous(context, one, list, whole);
  await changeInEachWay(context, own);
  for (const { act, object } of toActOn) {
    await shownAlone(context, object, whole.entries.get(object.id));
    await context.send(await callOn(context, act, object));
  }
  // Whoever created the first and the last.
  const ends = [...whole.ids.slice(0, 1), ...whole.ids.slice(-1)];
  const ids = [...new Set([...own, ...toActOn.map(({ object }) => object)].map(({ id }) => id).concat(ends))];
  const resource = resources[effect.resource];
  const alone = await Promise.all(ids.map((id) => shownAlone(context, { resource, company, id }, whole.entries.get(id))));
  const count = whole.ids.length;
  const limits = [Math.min(Math.ceil(count / PAGES), PAGE_ENTRIES_MAX - 1), ...(count > PAGE_ENTRIES_MAX ? [] : [count])];
  const again: Pages[] = [];
  for (const limit of new Set(limits.filter((length) => length > 0))) again.push(await readLimited(context, operation, list, limit));
  for (const other of again) judgeSame(context, operation, whole, other.ids);
  for (const { id } of own) judgeThere(context, one, id, whole);
  if (others !== undefined) await withdraw(context, others);
  for (const [index, id] of ids.entries()) for (const later of again) judgeEntry(context, one, [whole, later], { id, shown: alone[index] });
  await judgeBetweenPages(context, one, list, { ids: (again.at(-1) ?? whole).ids, own });
}

/** Changes objects with a key and without, so that anything that a list or GET has cached of them is stale. */
async function changeInEachWay(context: CheckContext, [plain, keyed]: readonly Thing[]): Promise<void> {
  if (plain !== undefined) await change(context, plain, undefined, context.isQuick ? 1 : OFTEN);
  if (keyed !== undefined) await change(context, keyed, (call) => withHeader(call, 'Idempotency-Key', context.freshKey()));
}

/** Judges that a list leads to objects so large that a page may end before them, and shows them as their GET does. */
async function judgeLarge(context: CheckContext, one: OperationCase): Promise<void> {
  const { operation } = one;
  const large = await largeObjects(context, one);
  const [changed] = large;
  if (changed === undefined) return;
  const { call } = await one.prepare();
  const read = async (): Promise<Pages | undefined> => await readPages(context, operation, limited(call, PAGE_ENTRIES_MAX), MOST_PAGES);
  await read();
  // Anything cached by the first reading is stale once the object was changed.
  await change(context, changed);
  const list = await read();
  if (list === undefined || (list.next !== undefined && list.pages.length === MOST_PAGES)) return;
  for (const object of large) {
    judgeThere(context, one, object.id, list);
    judgeEntry(context, one, [list, list], { id: object.id, shown: await shownAlone(context, object) });
  }
}

function judgeThere(context: CheckContext, { operation }: OperationCase, id: string, { ids, pages, entries }: Pages): void {
  context.judge(entries.has(id), {
    message: `${operation} must show each object, however large it is.`,
    expected: `an entry for ${id}`,
    actual: `${ids.length} others in ${pages.length} pages`,
  });
}
