import { readList } from '../../api/listing.ts';
import { servedOf } from '../../api/requests.ts';
import { type Effect, type Resource, type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { canCreate } from '../operations/available-object.ts';
import { createObject, ownDraftOf } from '../operations/creation.ts';
import { holdsText, includesText } from '../operations/holds-text.ts';
import { listPages } from '../operations/list-pages.ts';
import { boundOperations, type OperationCase } from '../operations/operation-case.ts';
import { referTo } from '../operations/references.ts';
import { callOn, type Difference, type Draft, identifierIn, remembered, type Thing } from '../operations/thing.ts';
import { valueAt } from '../values/places.ts';

/** How many listed objects of one company are requested through another, at most. */
const MOST_LISTED = 5;

/** Judges that an object of one company cannot be reached through another, for every resource and by every operation. */
export async function judgeForeignObjects(context: CheckContext, home: Company, away: Company): Promise<void> {
  const ofCompany = Object.values(resources).filter(({ company }) => company);
  for (const resource of context.some(ofCompany.filter(({ name }) => canCreate(context, name))))
    await context.part(`${resource.name} of company ${home.id}`, () => judgeCreated(context, resource, home, away));
  for (const resource of ofCompany.filter(({ name }) => !canCreate(context, name)))
    await context.part(`${resource.name} of company ${home.id}`, () => judgeListed(context, resource, home, away));
}

async function judgeCreated(context: CheckContext, resource: Resource, home: Company, away: Company): Promise<void> {
  // With what both of them create in the other company, its list has a second page.
  const named = await namedStranger(context, { name: resource.name, home, away });
  const object = await strangerOf(context, resource.name, home, away, () => ownDraftOf(context, resource.name, home));
  if (object === undefined) return;
  const operations = ordered(boundOperations(context, away).filter(({ effect }) => (effect.of ?? effect.resource) === resource.name));
  const [lists, reads] = (['list', 'read'] as const).map((kind) => operations.filter(({ effect }) => effect.kind === kind));
  let unchanged: Difference | undefined;
  for (const one of operations.filter(({ effect }) => effect.kind !== 'list')) {
    const isRead = one.effect.kind === 'read';
    if (!isRead) unchanged ??= await watched(context, object);
    await judgeThrough(context, one, object, isRead ? undefined : unchanged);
    if (one.effect.kind !== 'act') continue;
    // Each act is done in the right company before the next.
    const done = await context.send(await callOn(context, one.operation, object));
    if (!isSuccess(done)) {
      context.leaveUnjudged(`${resource.name} of company ${home.id} after ${one.operation}: it is answered ${done.status}`);
      break;
    }
    unchanged = undefined;
    // An issued document may be stored elsewhere than a draft.
    for (const other of reads ?? []) if (other.effect.after === undefined) await judgeThrough(context, other, object);
  }
  // One of them is issued by now, and the other is not.
  for (const one of lists ?? []) await judgeNotListed(context, one, home, [object, named]);
  if (named === undefined || !(await referTo(context, named))) return;
  for (const one of reads ?? []) await judgeThrough(context, one, named);
}

/** Judges listed objects that the other company does not list, where clients cannot create any. */
async function judgeListed(context: CheckContext, resource: Resource, home: Company, away: Company): Promise<void> {
  const { list, read } = servedOf(context, resource);
  if (list === undefined || read === undefined) return;
  const api = await context.api();
  const idsIn = async (company: Company): Promise<readonly string[] | undefined> => {
    const listing = await readList(api.call(list, { company }), (page) => context.send(page));
    return listing?.complete ? listing.entries.flatMap((entry) => identifierIn(resource, entry) ?? []) : undefined;
  };
  const [here = [], there] = [await idsIn(home), await idsIn(away)];
  const one = boundOperations(context, away).find(({ operation }) => operation === read);
  if (one === undefined || there === undefined) return;
  for (const id of here.filter((each) => !there.includes(each)).slice(0, MOST_LISTED))
    await judgeThrough(context, one, { resource, company: home, id, draft: undefined, shown: undefined });
}

/** A kind of object, its company, and another company. */
interface Direction {
  readonly name: ResourceName;
  readonly home: Company;
  readonly away: Company;
}

/** An object that is only read and referred to. One for each direction serves the whole run. */
export const namedStranger: (context: CheckContext, direction: Direction) => Promise<Thing | undefined> = oncePerRunFor<
  Direction,
  Thing | undefined
>(
  ({ name, home, away }) => `${name} ${home.id} ${away.id}`,
  async (context, { name, home, away }) => await strangerOf(context, name, home, away),
);

/** How many objects are created where identifiers are drawn at random: each is the greater one every second time. */
const MOST_DRAWN = 8;

/** A distance that no counter goes between two creations. */
const FAR = 1_000_000n;

/** An object whose identifier the other company does not have; undefined if the identifiers of the companies cannot be told apart. */
async function strangerOf(
  context: CheckContext,
  name: ResourceName,
  home: Company,
  away: Company,
  draft?: () => Promise<Draft>,
): Promise<Thing | undefined> {
  const newest = await createObject(context, name, away);
  let last: bigint | undefined;
  for (let drawn = 0; drawn < MOST_DRAWN; drawn += 1) {
    const object = await createObject(context, name, home, await draft?.());
    if (isNobodyElses(object.id, newest.id)) return object;
    const distance = last === undefined ? FAR : BigInt(object.id) - last;
    // A counter is behind, and would take long to overtake the other.
    if (distance > -FAR && distance < FAR) return undefined;
    last = BigInt(object.id);
  }
  return undefined;
}

/** Each company may number its objects from 1. A number above the newest one of the other company is not in use there. */
function isNobodyElses(id: string, newestElsewhere: string): boolean {
  return !/^\d+$/.test(id) || !/^\d+$/.test(newestElsewhere) || BigInt(id) > BigInt(newestElsewhere);
}

/** First reads, then changes, then acts in the order that they need. */
function ordered(operations: readonly OperationCase[]): readonly OperationCase[] {
  const rank = ({ kind, after }: Effect): number => {
    if (kind === 'act' || after !== undefined) return after === undefined ? 2 : 2 + depthOf(operations, after);
    return kind === 'list' || kind === 'read' ? 0 : 1;
  };
  return operations.filter(({ effect }) => effect.kind !== 'create').toSorted((one, other) => rank(one.effect) - rank(other.effect));
}

function depthOf(operations: readonly OperationCase[], operation: string): number {
  const after = operations.find((one) => one.operation === operation)?.effect.after;
  return after === undefined ? 1 : 1 + depthOf(operations, after);
}

async function judgeNotListed(
  context: CheckContext,
  { operation, company }: OperationCase,
  home: Company,
  objects: readonly (Thing | undefined)[],
): Promise<void> {
  const labels = objects.flatMap((object) => object?.draft?.label ?? []);
  const list = labels.length === 0 ? undefined : await listPages(context, operation, company);
  if (list === undefined) return;
  const page = list.pages.findIndex((entries) => entries.some((entry) => labels.some((label) => holdsText(entry, label))));
  context.judge(page === -1, {
    message: `${operation} of company ${company.id} must not list what was created in company ${home.id}.`,
    expected: 'not listed',
    actual: `listed on page ${page + 1}`,
  });
}

/** Calls the operation through the other company, as for an object of its own. A read is first tried in the object's own company. */
async function judgeThrough(context: CheckContext, one: OperationCase, object: Thing, unchanged?: Difference): Promise<void> {
  const { operation, company: away, effect } = one;
  const atHome = effect.kind === 'read' ? await context.send(await callOn(context, operation, object)) : undefined;
  if (atHome !== undefined && !isSuccess(atHome)) return;
  const answer = await context.sendJudged((await one.callFor(object)).call, 'nothing of the object');
  const label = object.draft?.label;
  const isSame = isSuccess(answer) && answer.body !== '' && answer.body === atHome?.body;
  const isShown = isSame || (label !== undefined && includesText(answer.body, label));
  // 202 only says that the call was accepted. It may never be executed.
  const isDone = effect.kind === 'act' && isSuccess(answer) && answer.status !== 202;
  const changed = await unchanged?.();
  context.judge(!isShown && !isDone && changed === undefined, {
    message: `${operation} through company ${away.id} must neither show an object of company ${object.company.id} nor change anything of it.`,
    expected: 'a refusal, or another object',
    actual: `${answer.status}${isShown ? ' with the object' : ''}${changed === undefined ? '' : `, and afterwards ${changed}`}`,
  });
}

/** Remembers an object, and that what it refers to cannot be deleted, to tell later whether anything of that has changed. */
async function watched(context: CheckContext, object: Thing): Promise<Difference> {
  const difference = await remembered(context, object);
  const held: Call[] = [];
  for (const { path, resource } of object.resource.references) {
    const { delete: deletion } = servedOf(context, resources[resource]);
    const id = valueAt(object.draft?.body, path);
    if (deletion === undefined || id === undefined || id === null || context.isQuick) continue;
    const call = await callOn(context, deletion, { company: object.company, id: String(id) });
    if (!isSuccess(await context.send(call))) held.push(call);
  }
  return async () => {
    for (const call of held)
      if (isSuccess(await context.send(call))) return `${call.operation} of an object that it refers to is not refused any more`;
    return await difference?.();
  };
}
