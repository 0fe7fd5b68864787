import { resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { canCreate } from './available-object.ts';
import { createObject } from './creation.ts';
import { shownAlone } from './listed-objects.ts';
import type { OperationCase } from './operation-case.ts';
import { readWhole } from './whole-list.ts';

/** A list that must still show its earlier entries, and what was created since. */
interface GrownList {
  readonly one: OperationCase;
  readonly ids: readonly string[];
}

/** A list is made this long, if it is not already: the contract's own pages have 100 entries. */
const LENGTH = 101;
const AT_ONCE = 8;

/** Judges that lists lose nothing while they grow beyond a page of the contract (COMP-10). */
export async function judgeGrownLists(context: CheckContext, cases: readonly OperationCase[]): Promise<void> {
  const grown: GrownList[] = [];
  for (const one of cases.filter((each) => grows(context, each)))
    await context.part(`whether ${one.operation} ends too early`, async () => grown.push({ one, ids: await idsOf(context, one) }));
  for (const [index, { one, ids }] of grown.entries())
    await context.part(`whether ${one.operation} ends too early`, async () => {
      grown[index] = { one, ids: [...ids, ...(await lengthen(context, one, LENGTH - ids.length))] };
    });
  for (const { one, ids } of grown) await context.part(`whether ${one.operation} ends too early`, () => judgeComplete(context, one, ids));
}

/** Whether the list will grow: by what a client creates in a company, or by what the target records of that. */
function grows(context: CheckContext, { effect: { resource } }: OperationCase): boolean {
  const { company, operations, acts } = resources[resource];
  return company ? canCreate(context, resource) : operations.create === undefined && acts.length > 0;
}

async function idsOf(context: CheckContext, one: OperationCase): Promise<readonly string[]> {
  return (await readWhole(context, one, (await one.prepare()).call)).ids;
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

async function judgeComplete(context: CheckContext, one: OperationCase, ids: readonly string[]): Promise<void> {
  const missing = async (): Promise<readonly string[]> => {
    const shown = new Set(await idsOf(context, one));
    return ids.filter((id) => !shown.has(id));
  };
  const lost = await missing();
  // Another client may have deleted an object meanwhile.
  const there = [];
  for (const id of new Set([...lost.slice(0, 1), ...lost.slice(-1)])) if (await isThere(context, one, id)) there.push(id);
  // If the target pages by offset, a deletion by another client hides another entry from one reading.
  const still = there.length === 0 ? [] : await missing();
  const never = there.find((id) => still.includes(id));
  context.judge(never === undefined, {
    message: `${one.operation} must show each object, or name the next page.`,
    expected: `an entry for ${never}, one of ${ids.length} objects`,
    actual: `${ids.length - still.length} others on all its pages`,
  });
}

async function isThere(context: CheckContext, { effect, company }: OperationCase, id: string): Promise<boolean> {
  const object = { resource: resources[effect.resource], company, id, draft: undefined, shown: undefined };
  return (await shownAlone(context, object, { entries: new Map() })) !== undefined;
}
