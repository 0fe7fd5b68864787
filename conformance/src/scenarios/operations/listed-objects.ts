import { objectOf } from '../../api/identity.ts';
import { isServed } from '../../api/requests.ts';
import type { OperationId } from '../../generated/operations.ts';
import { effects, type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { isObject, type JsonObject } from '../../model/json.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { canCreate, newObjectAfter, ownObject } from './available-object.ts';
import { createObject, createVaried, draftOf } from './creation.ts';
import { freeTexts, memberVariants, type Variant, valueVariants, webhookVariants } from './declared-members.ts';
import type { OperationCase } from './operation-case.ts';
import type { StoredObject } from './stored-object.ts';
import type { WholeList } from './whole-list.ts';

/** How many plain objects are created, which the list must show. */
const OWN = 2;

/** New objects, or what the target records by itself; none if a client cannot cause any. */
export async function ownObjects(
  context: CheckContext,
  { effect: { resource }, company }: OperationCase,
): Promise<readonly StoredObject[]> {
  if (canCreate(context, resource)) {
    const made: StoredObject[] = [];
    for (let object = 0; object < OWN; object += 1) made.push(await createObject(context, resource, company));
    made.push(...(await unusualObjects(context, { resource: resources[resource], company })));
    for (const variant of [...eachValue(context, resource), early]) {
      const object = await createVaried(context, resource, company, variant);
      if (object !== undefined) made.push(object);
    }
    for (const act of resources[resource].acts) {
      const acted = effects[act]?.once && (await context.part(act, () => newObjectAfter(context, act, company)));
      if (acted) made.push(acted);
    }
    return made;
  }
  return resources[resource].acts.length > 0 ? [await ownObject(context, resource, company)] : [];
}

/** The lengths of a text to try, in characters. The longest that the target accepts counts. */
const LENGTHS = [1_000, 200, 80];

/** The number of values of the contract's longest enumeration. */
const MANY_VALUES = 30;

/** How many of them are tried. */
const VALUES = 10;

/** Earlier than the date of any other object of the suite. */
const EARLY = '2001-02-28';

/**
 * Objects with a long text, without one member, and with every declared member; or with each declared member alone, if the target does not
 * accept them together. Created once in a run, for checks that only read them or come last.
 */
export const unusualObjects: (context: CheckContext, of: Pick<StoredObject, 'resource' | 'company'>) => Promise<readonly StoredObject[]> =
  oncePerRunFor(
    ({ resource, company }) => `${resource.name} ${company.id}`,
    async (context, { resource, company }) => {
      const { name, operations: own } = resource;
      const made: StoredObject[] = [];
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
      for (const member of Object.keys(plain))
        await isMade((body) => Object.fromEntries(Object.entries(body).filter(([other]) => other !== member)));
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

/** For each act that ends changes, a plain object, and those with more members. Anything cached of them before the act is stale after it. */
export async function objectsToActOn(
  context: CheckContext,
  { effect: { resource }, company }: OperationCase,
): Promise<readonly { readonly act: OperationId; readonly object: StoredObject }[]> {
  const found = [];
  for (const act of resources[resource].acts) {
    if (!effects[act]?.once || effects[act].after !== undefined || !isServed(context, act)) continue;
    const plain = await context.part(act, () => ownObject(context, resource, company));
    if (plain === undefined) continue;
    const membersOf = ({ draft }: StoredObject): number => Object.keys(draft?.body ?? {}).length;
    const unusual = canCreate(context, resource) ? await unusualObjects(context, { resource: resources[resource], company }) : [];
    const fuller = unusual.filter((object) => membersOf(object) > membersOf(plain));
    for (const object of [plain, ...fuller]) found.push({ act, object });
  }
  return found;
}

/** The first and the last listed object, whoever created them. */
export function othersIn({ ids }: WholeList, { effect, company }: OperationCase): readonly StoredObject[] {
  const resource = resources[effect.resource];
  return [...new Set([...ids.slice(0, 1), ...ids.slice(-1)])].map((id) => ({ resource, company, id, draft: undefined, shown: undefined }));
}

/** The object as a GET shows it; undefined if it shows none. */
export async function shownAlone(
  context: CheckContext,
  { resource, company, id }: StoredObject,
  { entries }: Pick<WholeList, 'entries'>,
): Promise<JsonObject | undefined> {
  const { read } = resource.operations;
  if (read === undefined || !isServed(context, read)) return undefined;
  const answer = await context.send((await context.api()).call(read, { company, id }));
  // A record of the target contains another object, which was not requested. The record is recognised by the first member of its entry.
  const [first = 'id'] = Object.keys(entries.get(id) ?? {});
  const shown = isSuccess(answer) ? objectOf(answer, resource.operations.create === undefined ? first : 'id') : undefined;
  return isObject(shown) ? shown : undefined;
}
