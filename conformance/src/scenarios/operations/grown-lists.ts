import { limited } from '../../api/paging.ts';
import { PAGE_ENTRIES_MAX } from '../../generated/limits.ts';
import { resources } from '../../generated/resources.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { asOtherUser } from '../as-other-user.ts';
import { canCreate } from './available-object.ts';
import { createObject } from './creation.ts';
import { type Pages, readPages, readWhole } from './list-pages.ts';
import { judgeEntry, shownAlone } from './listed-objects.ts';
import { change, type OperationCase } from './operation-case.ts';
import { judgeSimultaneous } from './page-breaks.ts';
import type { Thing } from './thing.ts';

/** A list that must still show its earlier entries, and what was created since. */
interface GrownList {
  readonly one: OperationCase;
  readonly list: Call;
  readonly ids: readonly string[];
  /** What was created to make it so long. */
  readonly made: readonly Thing[];
}

/** A list is made this long, if it is not already: the contract's own pages have 100 entries. */
const LENGTH = 101;
const AT_ONCE = 8;

/** Judges that lists lose nothing while they grow beyond a page of the contract (COMP-10). */
export async function judgeGrownLists(context: CheckContext, cases: readonly OperationCase[]): Promise<void> {
  const grown: GrownList[] = [];
  const isOurs = ({ effect }: OperationCase): boolean => canCreate(context, effect.resource);
  // What the target records, such as the event log, grows with the others, so it is read before them.
  for (const one of cases
    .filter((each) => grows(context, each))
    .toSorted((first, second) => Number(isOurs(first)) - Number(isOurs(second))))
    await context.part(`whether ${one.operation} ends too early`, async () => {
      // A page of the log may show entries of several companies.
      if (!isOurs(one)) for (const company of context.target.companies) await createObject(context, 'Anagrafica', company);
      const { call: list } = await one.prepare();
      const ids = (await readPages(context, one.operation, limited(list, PAGE_ENTRIES_MAX), 1))?.ids ?? [];
      const made = isOurs(one) ? await lengthen(context, one, LENGTH - ids.length) : [];
      grown.push({ one, list, made, ids: [...ids, ...made.map(({ id }) => id)] });
    });
  for (const list of grown)
    await context.part(`whether ${list.one.operation} ends too early`, async () => {
      const whole = await judgeComplete(context, list);
      await judgeSimultaneous(context, list.one, list.list, whole);
      await judgeChanged(context, list, whole);
    });
}

/** Whether the list will grow: by what a client creates in a company, or by what the target records of that. */
function grows(context: CheckContext, { effect: { resource } }: OperationCase): boolean {
  const { company, operations, acts } = resources[resource];
  return company ? canCreate(context, resource) : operations.create === undefined && acts.length > 0;
}

/** Creates this many objects, or one if the list is long enough. */
async function lengthen(context: CheckContext, { effect: { resource }, company }: OperationCase, by: number): Promise<readonly Thing[]> {
  const objects: Thing[] = [];
  for (let missing = Math.max(1, by); missing > 0; missing -= AT_ONCE) {
    const made = Array.from({ length: Math.min(missing, AT_ONCE) }, () => createObject(context, resource, company));
    objects.push(...(await Promise.all(made)));
  }
  return objects;
}

async function judgeComplete(context: CheckContext, { one, list, ids }: GrownList): Promise<Pages> {
  const { operation, effect, company } = one;
  const missingIn = ({ entries }: Pages): readonly string[] => ids.filter((id) => !entries.has(id));
  const whole = await readWhole(context, operation, list, ids);
  const lost = missingIn(whole);
  // Another client may have deleted an object meanwhile.
  const there: string[] = [];
  for (const id of new Set([...lost.slice(0, 1), ...lost.slice(-1)]))
    if ((await shownAlone(context, { resource: resources[effect.resource], company, id })) !== undefined) there.push(id);
  // If the target pages by offset, a deletion by another client hides another entry from one reading.
  const still = there.length === 0 ? [] : missingIn(await readWhole(context, operation, list, ids));
  const never = there.find((id) => still.includes(id));
  context.judge(never === undefined, {
    message: `${operation} must show each object, or name the next page.`,
    expected: `an entry for ${never}, one of ${ids.length} objects`,
    actual: `${ids.length - still.length} others on all its pages`,
  });
  return whole;
}

/** Judges that a list that a user has read shows a later change by another user of the company, as the GET does. */
async function judgeChanged(context: CheckContext, { one, list, made: [object] }: GrownList, whole: Pages): Promise<void> {
  const asOther = await asOtherUser(context);
  if (object === undefined || asOther === undefined) return;
  await change(context, object, asOther);
  const again = await readWhole(context, one.operation, list, [object.id]);
  judgeEntry(context, one, [whole, again], { id: object.id, shown: await shownAlone(context, object) });
}
