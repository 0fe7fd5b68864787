import { isServed } from '../../api/requests.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import { effects, type Resource, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { canCreate } from '../operations/available-object.ts';
import { draftOf } from '../operations/creation.ts';
import { manyBodies } from '../operations/declared-members.ts';
import { createdObject, type StoredObject } from '../operations/stored-object.ts';
import { shortened } from '../values/texts.ts';

/**
 * Judges that a value that one company uses is not taken in another (COMP-03): objects of both have the same values in every free text, and
 * go through the same acts. A refusal would tell one company what the other has.
 */
export async function judgeSameInBoth(context: CheckContext, home: Company, away: Company): Promise<void> {
  for (const resource of Object.values(resources).filter((one) => one.company && canCreate(context, one.name)))
    await context.part(`${resource.name}, alike in two companies`, () => judgeResource(context, resource, home, away));
}

async function judgeResource(context: CheckContext, resource: Resource, home: Company, away: Company): Promise<void> {
  const { create } = resource.operations;
  if (create === undefined) return;
  const acts = resource.acts.filter((act) => effects[act]?.once && isServed(context, act));
  const members = textsOf(create, resource);
  // All members together if the target accepts that, otherwise each alone, since some exclude each other.
  for (const some of [members, ...members.map((member) => [member])]) {
    const [same, other] = [context.fresh(), context.fresh()];
    const valuesOf = (text: string): JsonObject => Object.fromEntries(some.map((member) => [member, shortened(text)]));
    const first = await made(context, resource, home, valuesOf(same));
    if (first === undefined) continue;
    const alike = { members: some, home, away };
    const second = await made(context, resource, away, valuesOf(same));
    // The control: values that no company has.
    const isOther = second !== undefined || (await made(context, resource, away, valuesOf(other))) === undefined;
    judgeTaken(context, { ...alike, done: create }, isOther);
    if (second === undefined) continue;
    for (const act of acts) {
      if (!(await isDone(context, act, first))) continue;
      const isTaken = await isDone(context, act, second);
      const fresh = isTaken ? undefined : await made(context, resource, away, valuesOf(other));
      judgeTaken(context, { ...alike, done: act }, isTaken || fresh === undefined || !(await isDone(context, act, fresh)));
    }
    if (some === members) return;
  }
}

/** The members of a body with free text. */
function textsOf(create: OperationId, { label, token }: Resource): readonly string[] {
  const drawn = manyBodies(create);
  const names = new Set(drawn.flatMap((body) => Object.keys(body)));
  const isFree = (name: string): boolean => {
    const texts = drawn.flatMap((body) => (typeof body[name] === 'string' ? [body[name]] : []));
    return texts.length > 0 && new Set(texts).size > texts.length / 2 && texts.some((text) => /[^\w-]/.test(text));
  };
  return [...names].filter((name) => name !== token && (name === label || isFree(name)));
}

async function made(
  context: CheckContext,
  { name, operations: own }: Resource,
  company: Company,
  values: JsonObject,
): Promise<StoredObject | undefined> {
  if (own.create === undefined) return undefined;
  const draft = await draftOf(context, name, company);
  const body = { ...draft.body, ...values };
  const answer = await context.send((await context.api()).call(own.create, { company, body }));
  return isSuccess(answer) ? createdObject(name, company, { ...draft, body }, answer) : undefined;
}

async function isDone(context: CheckContext, act: OperationId, { company, id }: StoredObject): Promise<boolean> {
  const key = operations[act].acceptsKey ? { key: context.freshKey() } : {};
  return isSuccess(await context.send((await context.api()).call(act, { company, id, ...key })));
}

interface Alike {
  readonly members: readonly string[];
  readonly done: OperationId;
  readonly home: Company;
  readonly away: Company;
}

function judgeTaken(context: CheckContext, { members, done, home, away }: Alike, isTaken: boolean): void {
  context.judge(isTaken, {
    message: `${done} in company ${away.id} must not be refused because an object of company ${home.id} has the same ${members.join(', ')}.`,
    expected: '2xx, as for another value',
    actual: 'a refusal',
  });
}
