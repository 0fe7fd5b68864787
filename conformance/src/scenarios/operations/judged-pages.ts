import { createdId, objectOf } from '../../api/identity.ts';
import { entriesOf } from '../../api/listing.ts';
import { nextPage } from '../../api/paging.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import { effects, type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import { isObject, type JsonObject, sameJson, writeJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { asOtherUser } from '../as-other-user.ts';
import { isServed } from '../is-served.ts';
import { unlessAbsent } from '../unless-absent.ts';
import { draftWebhook } from '../webhooks/registration.ts';
import { freeTexts, lostAt, memberVariants, type Variant } from './declared-members.ts';
import { draftOf } from './draft.ts';
import { limited } from './list-pages.ts';
import { changeOf, type OperationCase } from './operation-case.ts';
import { canCreate, createdObject, createObject, identifierIn, newObjectAfter, ownObject, type StoredObject } from './stored-object.ts';
import { readLimited, readWhole, type WholeList } from './whole-list.ts';

/** Objects that the list must show, whatever else it does. */
const OWN = 3;

/** Pages that a list is asked for in, about; longer than the longest page they cannot be. */
const PAGES = 3;

/** Judges a list over all its pages, while nothing else is done at the target (COMP-10). */
export async function judgePages(context: CheckContext, one: OperationCase): Promise<void> {
  const { call: list } = await one.prepare();
  const own = await ownObjects(context, one);
  const removed = one.effect.resource === 'webhook' ? await foreignWebhook(context) : undefined;
  const whole = await readWhole(context, one, list);
  // What a list remembers of an object that was changed since is old.
  for (const object of own.slice(0, 1)) await change(context, object);
  const objects = [...own, ...othersIn(whole, one)];
  const alone = await Promise.all(objects.map((object) => shownAlone(context, object, whole)));
  const count = whole.ids.length;
  const limits = [Math.min(Math.ceil(count / PAGES), PAGE_ENTRIES_MAX - 1), ...(count > PAGE_ENTRIES_MAX ? [] : [count])];
  let latest = whole;
  for (const limit of new Set(limits.filter((length) => length > 0))) {
    latest = await readLimited(context, one, list, limit);
    judgeSame(context, one, whole, latest);
  }
  for (const { id } of own) {
    context.judge(whole.entries.has(id), {
      message: `${one.operation} must show each object.`,
      expected: `an entry for ${id}`,
      actual: `${count} others`,
    });
  }
  await removed?.();
  for (const [index, { id }] of objects.entries()) judgeEntry(context, one, [whole, latest], { id, shown: alone[index] });
  await judgeAfterDeletion(context, one, list, whole, own);
}

/** The next page is there although the last entry of the page before it is not any more. */
async function judgeAfterDeletion(
  context: CheckContext,
  { operation, company }: OperationCase,
  list: Call,
  { ids }: WholeList,
  own: readonly StoredObject[],
): Promise<void> {
  const [last] = own.filter(({ id }) => ids.indexOf(id) >= 0 && ids.indexOf(id) < Math.min(ids.length, PAGE_ENTRIES_MAX) - 1);
  const remove = last?.resource.operations.delete;
  if (last === undefined || remove === undefined || !isServed(context, remove)) return;
  const at = ids.indexOf(last.id);
  const first = limited(list, at + 1);
  const next = nextPage(first, await context.send(first));
  if (next === undefined || !isSuccess(await context.send((await context.api()).call(remove, { company, id: last.id })))) return;
  const page = await context.send(next);
  const entries = isSuccess(page) ? (entriesOf(page) ?? []) : [];
  context.judge(
    entries.some((entry) => identifierIn(last.resource, entry) === ids[at + 1]),
    {
      message: `${operation} must go on after an entry that was deleted since.`,
      expected: `the entry of ${ids[at + 1]}`,
      actual: `${page.status}, ${entries.length} others`,
    },
  );
}

/** A webhook of another user, which no page may show; how to remove it, or undefined where there is no such user. */
async function foreignWebhook(context: CheckContext): Promise<(() => Promise<unknown>) | undefined> {
  const asOther = await asOtherUser(context);
  if (asOther === undefined) return undefined;
  // The other user has this company too.
  const [company] = context.target.companies;
  const [api, { body }] = [await context.api(), await draftWebhook(context, { company })];
  const created = await context.send(asOther(api.call('createWebhook', { company, body: { ...body, AziendaId: null } })));
  const id = isSuccess(created) ? createdId(created, 'webhook') : undefined;
  return id === undefined ? undefined : () => context.send(asOther(api.call('deleteWebhook', { company, id })));
}

/** Judges that the page which the first one of a list names is one of the same list, whatever else was listed before. */
export async function judgeNextPage(context: CheckContext, one: OperationCase): Promise<void> {
  const { call } = await one.prepare();
  await ownObjects(context, one);
  const first = limited(call, 1);
  const answer = await context.prepare(first);
  const next = nextPage(first, answer);
  if (next === undefined) return;
  const page = await context.send(next);
  const [before, after] = [entriesIn(answer, one), isSuccess(page) ? entriesIn(page, one) : new Map()];
  // Entries without an id cannot be told apart.
  if (before.size === 0 || (isSuccess(page) && after.size < (entriesOf(page)?.length ?? 1))) return;
  const others = [...after.keys()].filter((id) => !before.has(id));
  context.judge(others.length > 0 && others.length === after.size, {
    message: `${one.operation} must name the next page of the list that was asked for.`,
    expected: `other entries than ${[...before.keys()].join(', ')}`,
    actual: `${page.status}, entries ${[...after.keys()].join(', ') || 'none'}`,
  });
  for (const id of others.slice(0, 1)) await judgeOfList(context, one, id, after);
}

/** An entry of a list is what the GET of the same company shows. */
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
    message: `The next page of ${one.operation} must be one of the list that was asked for.`,
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

/** New ones, or what the target notes by itself; none where a client has no say in them. */
async function ownObjects(context: CheckContext, { effect: { resource }, company }: OperationCase): Promise<readonly StoredObject[]> {
  if (canCreate(context, resource)) {
    const made: StoredObject[] = [];
    for (let object = 0; object < OWN; object += 1) made.push(await createObject(context, resource, company));
    made.push(...(await fullObjects(context, resource, company)));
    for (const act of resources[resource].acts) {
      const acted = effects[act]?.once && (await unlessAbsent(context, act, () => newObjectAfter(context, act, company)));
      if (acted) made.push(acted);
    }
    return made;
  }
  return resources[resource].acts.length > 0 ? [await ownObject(context, resource, company)] : [];
}

/** How long a text is tried, in characters: the longest of these that the target takes. */
const LENGTHS = [1_000, 200, 80];

/** Objects with a long text, and one with every declared member; or several that have them between them, where the target does not take them together. */
async function fullObjects(context: CheckContext, name: ResourceName, company: Company): Promise<readonly StoredObject[]> {
  const { create } = resources[name].operations;
  if (create === undefined || name === 'webhook') return [];
  const made: StoredObject[] = [];
  const isMade = async (variant: Variant): Promise<boolean> => {
    const draft = await draftOf(context, name, company);
    const body = variant(draft.body);
    const answer = await context.send((await context.api()).call(create, { company, body }));
    if (isSuccess(answer)) made.push(createdObject(name, company, { ...draft, body }, answer));
    return isSuccess(answer);
  };
  for (const [member] of freeTexts((await draftOf(context, name, company)).body, create))
    for (const length of LENGTHS) if (await isMade((body) => ({ ...body, [member]: String(body[member]).padEnd(length, 'x') }))) break;
  const [full, ...alone] = memberVariants(create, resources[name]);
  if (full === undefined || (await isMade(full))) return made;
  for (const variant of alone) await isMade(variant);
  return made;
}

async function change(context: CheckContext, object: StoredObject): Promise<void> {
  const { update } = object.resource.operations;
  if (update === undefined || !isServed(context, update)) return;
  const { body } = await changeOf(context, object);
  await context.send((await context.api()).call(update, { company: object.company, id: object.id, body }));
}

/** The first and the last of what is listed, whoever created it. */
function othersIn({ ids }: WholeList, { effect, company }: OperationCase): readonly StoredObject[] {
  const resource = resources[effect.resource];
  return [...new Set([...ids.slice(0, 1), ...ids.slice(-1)])].map((id) => ({ resource, company, id, draft: undefined, shown: undefined }));
}

/** What a GET of the object answers; undefined where it answers none. */
async function shownAlone(
  context: CheckContext,
  { resource, company, id }: StoredObject,
  { entries }: Pick<WholeList, 'entries'>,
): Promise<JsonObject | undefined> {
  const { read } = resource.operations;
  if (read === undefined || !isServed(context, read)) return undefined;
  const answer = await context.send((await context.api()).call(read, { company, id }));
  // What the target notes holds another object, which is not the one that was asked for: it is known by what its entry holds.
  const [first = 'id'] = Object.keys(entries.get(id) ?? {});
  const shown = isSuccess(answer) ? objectOf(answer, resource.operations.create === undefined ? first : 'id') : undefined;
  return isObject(shown) ? shown : undefined;
}

function judgeSame(context: CheckContext, { operation }: OperationCase, whole: WholeList, other: WholeList): void {
  const at = whole.ids.findIndex((id, index) => other.ids[index] !== id);
  context.judge(at === -1 && other.ids.length === whole.ids.length, {
    message: `${operation} must show the same objects in the same order, however long its pages are.`,
    expected: `${whole.ids.length} entries${at === -1 ? '' : `, ${whole.ids[at]} at place ${at + 1}`}`,
    actual: `${other.ids.length} entries in ${other.pages.length} pages${at === -1 ? '' : `, ${other.ids[at] ?? 'none'} at that place`}`,
  });
}

/** An entry is what the GET after the first reading and before the last one shows; what the target changes by itself meanwhile says nothing. */
function judgeEntry(
  context: CheckContext,
  { operation, effect }: OperationCase,
  [first, last]: readonly [WholeList, WholeList],
  { id, shown }: { readonly id: string; readonly shown: JsonObject | undefined },
): void {
  const [before, entry] = [first.entries.get(id), last.entries.get(id)];
  if (shown === undefined || entry === undefined) return;
  const isOurs = resources[effect.resource].operations.create !== undefined;
  const stays = (name: string): boolean => isOurs || sameJson(before?.[name], entry[name]);
  const stable = Object.fromEntries(Object.entries(entry).filter(([name]) => stays(name)));
  const missing = Object.keys(shown).find((name) => !Object.hasOwn(entry, name));
  const differing = lostAt(stable, shown) ?? (isOurs ? lostAt(shown, entry) : missing);
  context.judge(differing === undefined, {
    message: `An entry of ${operation} must be what a GET of the object shows.`,
    expected: writeJson(shown).slice(0, 500),
    actual: `another ${differing}: ${writeJson(entry).slice(0, 500)}`,
  });
}
