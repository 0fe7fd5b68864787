import { type Effect, type Resource, type ResourceName, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { canCreate } from '../operations/available-object.ts';
import { createObject } from '../operations/creation.ts';
import { holdsText, includesText } from '../operations/holds-text.ts';
import { listPages } from '../operations/list-pages.ts';
import { boundOperations, type OperationCase } from '../operations/operation-case.ts';
import { referTo } from '../operations/references.ts';
import { type Difference, type Draft, remembered, type StoredObject } from '../operations/stored-object.ts';

/** An object of one company, and the company through which it is requested. */
interface Foreign {
  readonly object: StoredObject;
  readonly home: Company;
  readonly away: Company;
}

/** Judges that an object of one company cannot be reached through another, for every resource and by every operation. */
export async function judgeForeignObjects(context: CheckContext, home: Company, away: Company): Promise<void> {
  for (const resource of context.some(Object.values(resources).filter((one) => one.company && canCreate(context, one.name))))
    await context.part(`${resource.name} of company ${home.id}`, () => judgeResource(context, resource, home, away));
}

async function judgeResource(context: CheckContext, resource: Resource, home: Company, away: Company): Promise<void> {
  // With what both of them create in the other company, its list has a second page.
  const named = await namedStranger(context, { name: resource.name, home, away });
  const object = await strangerOf(context, resource.name, home, away);
  if (object === undefined) return;
  const foreign = { object, home, away };
  const operations = boundOperations(context, away).filter(({ effect }) => (effect.of ?? effect.resource) === resource.name);
  const reads = operations.filter(({ effect }) => effect.after === undefined && effect.kind === 'read');
  const labels = [object, named].flatMap((each) => each?.draft?.label ?? []);
  let difference: Difference | undefined;
  for (const one of ordered(operations)) {
    const { kind } = one.effect;
    if (kind === 'list') await judgeNotListed(context, one, foreign, labels);
    else if (kind === 'read') await judgeNotRead(context, one, foreign);
    else {
      difference ??= await remembered(context, object);
      await judgeNotChanged(context, one, foreign, difference);
    }
    if (kind !== 'act') continue;
    await judgeDoneRightly(context, one, foreign);
    difference = undefined;
    // An issued document may be stored elsewhere than a draft.
    for (const other of reads) await judgeNotRead(context, other, foreign);
  }
  if (operations.some(({ effect }) => effect.kind === 'act'))
    for (const one of operations) if (one.effect.kind === 'list') await judgeNotListed(context, one, foreign, labels);
  if (named === undefined || !(await referTo(context, named))) return;
  for (const one of operations) if (one.effect.kind === 'read') await judgeNotRead(context, one, { object: named, home, away });
}

/** A kind of object, its company, and another company. */
interface Direction {
  readonly name: ResourceName;
  readonly home: Company;
  readonly away: Company;
}

/** An object that is only read and referred to. One for each direction serves the whole run. */
export const namedStranger: (context: CheckContext, direction: Direction) => Promise<StoredObject | undefined> = oncePerRunFor<
  Direction,
  StoredObject | undefined
>(
  ({ name, home, away }) => `${name} ${home.id} ${away.id}`,
  async (context, { name, home, away }) => await strangerOf(context, name, home, away),
);

/** How many objects are created where identifiers are drawn at random: each is the greater one every second time. */
const MOST_DRAWN = 8;

/** A distance that no counter goes between two creations. */
const FAR = 1_000_000n;

/** An object whose identifier the other company does not have; undefined if the identifiers of the companies cannot be told apart. */
export async function strangerOf(
  context: CheckContext,
  name: ResourceName,
  home: Company,
  away: Company,
  draft?: () => Promise<Draft>,
): Promise<StoredObject | undefined> {
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

/** First reads, then changes, then acts in the order that they need. Each act is done in the right company before the next. */
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
  { operation }: OperationCase,
  { home, away }: Foreign,
  labels: readonly string[],
): Promise<void> {
  if (labels.length === 0) return;
  const list = await listPages(context, operation, away);
  const at = list?.pages.findIndex((page) => page.some((entry) => labels.some((label) => holdsText(entry, label)))) ?? -1;
  if (list === undefined) return;
  context.judge(at === -1, {
    message: `${operation} of company ${away.id} must not list what was created in company ${home.id}.`,
    expected: 'not listed',
    actual: `listed on page ${at + 1}`,
  });
}

/** Calls the operation through the other company, as for an object of its own. */
async function ask(context: CheckContext, one: OperationCase, { object, home, away }: Foreign): Promise<Answer> {
  const answer = await context.sendJudged((await one.callFor(object)).call, 'nothing of the object');
  const label = object.draft?.label;
  context.judge(label === undefined || !includesText(answer.body, label), {
    message: `${one.operation} through company ${away.id} must show nothing of an object of company ${home.id}.`,
    expected: 'a refusal, or another object',
    actual: `${answer.status} with the object`,
  });
  return answer;
}

async function judgeNotRead(context: CheckContext, one: OperationCase, foreign: Foreign): Promise<void> {
  const { object, home, away } = foreign;
  const atHome = await context.send((await context.api()).call(one.operation, { company: home, id: object.id }));
  if (!isSuccess(atHome)) return;
  const through = await ask(context, one, foreign);
  const same = isSuccess(through) && atHome.body !== '' && through.body === atHome.body;
  context.judge(!same, {
    message: `${one.operation} through company ${away.id} must not return an object of company ${home.id}.`,
    expected: 'a refusal, or another object',
    actual: `${through.status} with the object`,
  });
}

async function judgeNotChanged(
  context: CheckContext,
  one: OperationCase,
  foreign: Foreign,
  difference: Difference | undefined,
): Promise<void> {
  const { home, away } = foreign;
  const { status } = await ask(context, one, foreign);
  // 202 only says that the call was accepted. It may never be executed.
  context.judge(one.effect.kind !== 'act' || status < 200 || status > 299 || status === 202, {
    message: `${one.operation} through company ${away.id} must not act on an object of company ${home.id}.`,
    expected: 'a refusal',
    actual: String(status),
  });
  const changed = await difference?.();
  context.judge(changed === undefined, {
    message: `${one.operation} through company ${away.id} must leave an object of company ${home.id} as it was.`,
    expected: 'the object as it was',
    actual: changed ?? '',
  });
}

/** An act that was refused to the other company must still work in the object's own. If it works for no object there, nothing is judged. */
async function judgeDoneRightly(context: CheckContext, one: OperationCase, { object, home, away }: Foreign): Promise<void> {
  const api = await context.api();
  const done = await context.send(api.call(one.operation, { company: home, id: object.id }));
  if (isSuccess(done)) return;
  if (one.effect.after !== undefined) throw new Inconclusive(`${one.operation} is answered ${done.status}`);
  const other = await createObject(context, object.resource.name, home);
  if (!isSuccess(await context.send(api.call(one.operation, { company: home, id: other.id }))))
    throw new Skip(`${one.operation} is answered ${done.status}`);
  context.judge(false, {
    message: `An object of company ${home.id} must be as it was after ${one.operation} was called through company ${away.id}.`,
    expected: '2xx, when called through its own company',
    actual: String(done.status),
  });
}
