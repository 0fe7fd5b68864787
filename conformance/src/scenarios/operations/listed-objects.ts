import { objectOf } from '../../api/identity.ts';
import { isServed, servedOf } from '../../api/requests.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects, type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { isObject, type Json, type JsonObject, sameJson, writeJson } from '../../model/json.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { lostAt } from '../values/places.ts';
import { canCreate, newObjectAfter, ownObject } from './available-object.ts';
import { createObject, createVaried, draftOf } from './creation.ts';
import { freeTexts, memberVariants, type Variant, valueVariants, webhookVariants } from './declared-members.ts';
import type { Pages } from './list-pages.ts';
import type { OperationCase } from './operation-case.ts';
import { readAlone, type Thing } from './thing.ts';

/** How many plain objects are created, which the list must show. */
const OWN = 2;

/** The lengths of a text to try, in characters. The longest that the target accepts counts. */
const LENGTHS = [1_000, 200, 80];

/** The number of values of the contract's longest enumeration. */
const MANY_VALUES = 30;

/** How many of them are tried. */
const VALUES = 10;

/** Earlier than the date of any other object of the suite. */
const EARLY = '2001-02-28';

/** New objects, or what the target records by itself; none if a client cannot cause any. */
export async function ownObjects(context: CheckContext, { effect: { resource: name }, company }: OperationCase): Promise<readonly Thing[]> {
  const resource = resources[name];
  if (!canCreate(context, name)) return resource.acts.length > 0 ? [await ownObject(context, name, company)] : [];
  const made: Thing[] = [];
  for (let object = 0; object < OWN; object += 1) made.push(await createObject(context, name, company));
  made.push(...(await unusualObjects(context, { resource, company })));
  for (const variant of [...eachValue(context, name), early]) {
    const object = await createVaried(context, name, company, variant);
    if (object !== undefined) made.push(object);
  }
  for (const act of resource.acts) {
    const acted = effects[act]?.once && (await context.part(act, () => newObjectAfter(context, act, company)));
    if (acted) made.push(acted);
  }
  return made;
}

/**
 * Objects with a long text, without one member, and with every declared member; or with each declared member alone, if the target does not
 * accept them together. Created once in a run, for checks that only read them or come last.
 */
export const unusualObjects: (context: CheckContext, of: Pick<Thing, 'resource' | 'company'>) => Promise<readonly Thing[]> = oncePerRunFor(
  ({ resource, company }) => `${resource.name} ${company.id}`,
  async (context, { resource, company }) => {
    const { name, operations: own } = resource;
    const made: Thing[] = [];
    const isMade = async (variant: Variant): Promise<boolean> => {
      const object = await createVaried(context, name, company, variant);
      if (object !== undefined) made.push(object);
      return object !== undefined;
    };
    if (own.create === undefined) return [];
    if (name === 'webhook') {
      for (const variant of webhookVariants) await isMade(variant);
      return made;
    }
    const { body: plain } = await draftOf(context, name, company);
    for (const [member] of freeTexts(plain, own.create))
      for (const length of LENGTHS) if (await isMade((body) => ({ ...body, [member]: String(body[member]).padEnd(length, 'x') }))) break;
    // A service may build a list by a join on a member that an object lacks.
    for (const member of Object.keys(plain)) await isMade(({ [member]: _, ...others }) => others);
    const [full, ...alone] = memberVariants(own.create, resource);
    const isWhole = full !== undefined && (await isMade(full));
    // One member may be shown in place of a missing one, so each is tried alone too. The quick budget does that only if all together fail.
    if (!isWhole || !context.isQuick) for (const variant of alone) await isMade(variant);
    // Two objects with the same name are two entries.
    for (let object = 0; object < 2; object += 1) await isMade(() => plain);
    return made;
  },
);

/** Bodies with each value of an enumeration. The seed chooses among those of a long one. */
function eachValue(context: CheckContext, name: ResourceName): readonly Variant[] {
  const { create } = resources[name].operations;
  const variants = create === undefined || name === 'webhook' ? [] : valueVariants(create, MANY_VALUES);
  return context.some(variants, Math.min(variants.length, VALUES));
}

/** The newest object gets the earliest date: the pages of a list must continue by the same order as the list. */
function early(body: JsonObject): JsonObject {
  const dates = Object.keys(body).filter((name) => /^\d{4}-\d\d-\d\d$/.test(String(body[name])));
  return dates.length === 0 ? body : { ...body, ...Object.fromEntries(dates.map((name) => [name, EARLY])) };
}

/** Two objects of each size. The largest ones together exceed a page of the contract, and the others fit into one. */
const SIZES = [
  { entries: 500, characters: 1_000 },
  { entries: 500, characters: 1_000 },
  { entries: 200, characters: 200 },
  { entries: 200, characters: 200 },
];

/** Objects so large that a page may end before them; none if their bodies have no list of objects, or the target accepts none that long. */
export async function largeObjects(context: CheckContext, { effect: { resource }, company }: OperationCase): Promise<readonly Thing[]> {
  const made: Thing[] = [];
  for (const size of resources[resource].operations.create === undefined ? [] : SIZES) {
    const object = await createVaried(context, resource, company, (body) => {
      const list = Object.entries(body).find(([, value]) => Array.isArray(value) && value.some(isObject));
      return list === undefined ? body : { ...body, [list[0]]: enlarged(list[1], size) };
    });
    if (object !== undefined) made.push(object);
  }
  return made;
}

/** The list with this many entries, each with a text of this many characters. */
function enlarged(list: Json, { entries, characters }: (typeof SIZES)[number]): Json {
  const [first = {}] = Array.isArray(list) ? list.filter(isObject) : [];
  const free = Object.entries(first).find(([, value]) => typeof value === 'string' && /[a-z]{3}/.test(value))?.[0];
  const entry: JsonObject = free === undefined ? first : { ...first, [free]: 'x'.repeat(characters) };
  return Array.from({ length: entries }, () => entry);
}

/** For each act that ends changes, a plain object, and those with more members. Anything cached of them before the act is stale after it. */
export async function objectsToActOn(
  context: CheckContext,
  { effect: { resource }, company }: OperationCase,
): Promise<readonly { readonly act: OperationId; readonly object: Thing }[]> {
  const found = [];
  for (const act of resources[resource].acts) {
    if (!effects[act]?.once || effects[act].after !== undefined || !isServed(context, act)) continue;
    const plain = await context.part(act, () => ownObject(context, resource, company));
    if (plain === undefined) continue;
    const membersOf = ({ draft }: Thing): number => Object.keys(draft?.body ?? {}).length;
    const unusual = canCreate(context, resource) ? await unusualObjects(context, { resource: resources[resource], company }) : [];
    const fuller = unusual.filter((object) => membersOf(object) > membersOf(plain));
    for (const object of [plain, ...fuller]) found.push({ act, object });
  }
  return found;
}

/** The object as a GET shows it; undefined if it shows none. @param entry how a list shows it */
export async function shownAlone(
  context: CheckContext,
  object: Pick<Thing, 'resource' | 'company' | 'id'>,
  entry: JsonObject = {},
): Promise<JsonObject | undefined> {
  const { read } = servedOf(context, object.resource);
  if (read === undefined) return undefined;
  const answer = await readAlone(context, read, object);
  // A record of the target contains another object, which was not requested. The record is recognised by the first member of its entry.
  const [first = 'id'] = object.resource.operations.create === undefined ? Object.keys(entry) : [];
  const shown = isSuccess(answer) ? objectOf(answer, first) : undefined;
  return isObject(shown) ? shown : undefined;
}

/** An entry equals the GET between the first reading and the last. Ignores what the target changes by itself meanwhile. */
export function judgeEntry(
  context: CheckContext,
  { operation, effect }: OperationCase,
  [first, last]: readonly [Pages, Pages],
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
