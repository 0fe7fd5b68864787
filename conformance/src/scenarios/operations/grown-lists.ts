import { limited } from '../../api/paging.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import { resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { type JsonObject, sameJson, writeJson } from '../../model/json.ts';
import { asOtherUser } from '../as-other-user.ts';
import { canCreate } from './available-object.ts';
import { createObject } from './creation.ts';
import { idsIn, MOST_PAGES, readPages } from './list-pages.ts';
import { shownAlone } from './listed-objects.ts';
import { change, type OperationCase } from './operation-case.ts';
import { judgeSimultaneous } from './simultaneous.ts';
import { identifierIn, type StoredObject } from './stored-object.ts';
import { readWhole, type WholeList } from './whole-list.ts';

/** A list that must still show its earlier entries, and what was created since. */
interface GrownList {
  readonly one: OperationCase;
  readonly list: Call;
  readonly ids: readonly string[];
  /** An object that another user changes after it was listed. */
  readonly changed: { readonly object: StoredObject; readonly before: JsonObject | undefined } | undefined;
}

/** A list is made this long, if it is not already: the contract's own pages have 100 entries. */
const LENGTH = 101;
const AT_ONCE = 8;

/** Judges that lists lose nothing while they grow beyond a page of the contract, and show what another user changes (COMP-10). */
export async function judgeGrownLists(context: CheckContext, cases: readonly OperationCase[]): Promise<void> {
  const grown: GrownList[] = [];
  for (const one of cases.filter((each) => grows(context, each)))
    await context.part(`whether ${one.operation} ends too early`, async () => grown.push(await read(context, one)));
  for (const [index, list] of grown.entries())
    await context.part(`whether ${list.one.operation} ends too early`, async () => {
      grown[index] = { ...list, ids: [...list.ids, ...(await lengthen(context, list.one, LENGTH - list.ids.length))] };
    });
  for (const list of grown)
    await context.part(`whether ${list.one.operation} ends too early`, async () => {
      const whole = await judgeComplete(context, list);
      await judgeChanged(context, list, whole);
      await judgeSimultaneous(context, list.one, whole.pages.flat());
    });
}

/** Whether the list will grow: by what a client creates in a company, or by what the target records of that. */
function grows(context: CheckContext, { effect: { resource } }: OperationCase): boolean {
  const { company, operations, acts } = resources[resource];
  return company ? canCreate(context, resource) : operations.create === undefined && acts.length > 0;
}

/** Reads a list up to a new object, which another user then changes; or one long page of it, if no other user can change an object. */
async function read(context: CheckContext, one: OperationCase): Promise<GrownList> {
  const { resource } = one.effect;
  const isChangeable = canCreate(context, resource) && resources[resource].operations.update !== undefined;
  const asOther = isChangeable ? await asOtherUser(context) : undefined;
  const object = asOther && (await createObject(context, resource, one.company));
  // A page of the log may show entries of several companies.
  if (!canCreate(context, resource)) for (const company of context.target.companies) await createObject(context, 'Anagrafica', company);
  const { call: list } = await one.prepare();
  const most = object === undefined ? 1 : MOST_PAGES;
  const isEntry = (entry: JsonObject): boolean => object !== undefined && identifierIn(object.resource, entry) === object.id;
  const read = await readPages(context, limited(list, PAGE_ENTRIES_MAX), most, (pages) => pages.some((page) => page.some(isEntry)));
  if (object !== undefined) await change(context, object, asOther);
  const changed = object && { object, before: read?.pages.flat().find(isEntry) };
  return { one, list, ids: idsIn(one, read), changed };
}

/** Creates this many objects, or one if the list is long enough, and answers their ids; none if a client cannot create any. */
async function lengthen(context: CheckContext, { effect: { resource }, company }: OperationCase, by: number): Promise<readonly string[]> {
  if (!canCreate(context, resource)) return [];
  const ids: string[] = [];
  for (let missing = Math.max(1, by); missing > 0; missing -= AT_ONCE) {
    const made = Array.from({ length: Math.min(missing, AT_ONCE) }, () => createObject(context, resource, company));
    ids.push(...(await Promise.all(made)).map(({ id }) => id));
  }
  return ids;
}

async function judgeComplete(context: CheckContext, { one, list, ids }: GrownList): Promise<WholeList> {
  const whole = await readWhole(context, one, list, ids);
  const missingIn = ({ entries }: WholeList): readonly string[] => ids.filter((id) => !entries.has(id));
  const lost = missingIn(whole);
  // Another client may have deleted an object meanwhile.
  const there = [];
  for (const id of new Set([...lost.slice(0, 1), ...lost.slice(-1)])) if (await isThere(context, one, id)) there.push(id);
  // If the target pages by offset, a deletion by another client hides another entry from one reading.
  const still = there.length === 0 ? [] : missingIn(await readWhole(context, one, list, ids));
  const never = there.find((id) => still.includes(id));
  context.judge(never === undefined, {
    message: `${one.operation} must show each object, or name the next page.`,
    expected: `an entry for ${never}, one of ${ids.length} objects`,
    actual: `${ids.length - still.length} others on all its pages`,
  });
  return whole;
}

async function isThere(context: CheckContext, { effect, company }: OperationCase, id: string): Promise<boolean> {
  const object = { resource: resources[effect.resource], company, id, draft: undefined, shown: undefined };
  return (await shownAlone(context, object, { entries: new Map() })) !== undefined;
}

/** Judges that a list that a user has read shows a later change by another user of the company, as the GET does. */
async function judgeChanged(context: CheckContext, { one, changed }: GrownList, { entries }: WholeList): Promise<void> {
  const after = changed && entries.get(changed.object.id);
  if (changed?.before === undefined || after === undefined) return;
  const { object, before } = changed;
  const shown = await shownAlone(context, object, { entries });
  // The control: the GET shows a change.
  const members = Object.keys(before).filter((member) => shown !== undefined && !sameJson(before[member], shown[member]));
  const old = members.find((member) => sameJson(before[member], after[member]));
  context.judge(old === undefined, {
    message: `An entry of ${one.operation} must show the same as a GET of the object, whoever changed it.`,
    expected: writeJson(shown ?? null).slice(0, 500),
    actual: `the old ${old}: ${writeJson(after).slice(0, 500)}`,
  });
}
