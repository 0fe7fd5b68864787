import { isServed, servedOf } from '../../api/requests.ts';
import { type OperationId, operations } from '../../generated/operations.ts';
import { effects, type Resource, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { type JsonObject, memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { canCreate } from '../operations/available-object.ts';
import { createObject, createVaried, draftOf } from '../operations/creation.ts';
import { manyBodies } from '../operations/declared-members.ts';
import { createdObject, shownNow, type Thing } from '../operations/thing.ts';
import { shortened } from '../values/texts.ts';

/** Judges objects that two companies create at the same time, and objects with the same values in both (COMP-03). */
export async function judgeCreatedInBoth(context: CheckContext, home: Company, away: Company): Promise<void> {
  for (const resource of Object.values(resources).filter((one) => one.company && canCreate(context, one.name))) {
    await context.part(`${resource.name}, created in two companies at once`, () => judgeAtOnce(context, resource, [home, away]));
    await context.part(`${resource.name}, alike in two companies`, () => judgeAlike(context, resource, home, away));
  }
}

/** Judges that each object ends up in its own company. Two are created in each. */
async function judgeAtOnce(context: CheckContext, resource: Resource, companies: readonly [Company, Company]): Promise<void> {
  const { name, label } = resource;
  const { create, read } = servedOf(context, resource);
  if (create === undefined || read === undefined || label === undefined) return;
  const nameOf = async (object: Thing): Promise<unknown> => memberOf(await shownNow(context, object), label);
  // The control: an object that is created alone is shown with its name.
  const alone = await createObject(context, name, companies[0]);
  if (alone.draft?.label === undefined || (await nameOf(alone)) !== alone.draft.label) return;
  const api = await context.api();
  const made = [];
  for (const company of [...companies, ...companies]) made.push({ company, draft: await draftOf(context, name, company) });
  const answers = await Promise.all(made.map(({ company, draft }) => context.send(api.call(create, { company, body: draft.body }))));
  for (const [index, { company, draft }] of made.entries()) {
    const answer = answers[index];
    if (answer === undefined || !isSuccess(answer)) continue;
    const shown = await nameOf(createdObject(name, company, draft, answer));
    context.judge(shown === draft.label, {
      message: `An object that ${create} creates in company ${company.id} must be there, whatever another company creates at the same time.`,
      expected: `${label} ${String(draft.label)}`,
      actual: shown === undefined ? 'none' : String(shown),
    });
  }
}

/**
 * Judges that a value that one company uses is not taken in another: objects of both have the same values in every free text, and go
 * through the same acts. A refusal would tell one company what the other has.
 */
async function judgeAlike(context: CheckContext, resource: Resource, home: Company, away: Company): Promise<void> {
  const { create } = resource.operations;
  if (create === undefined) return;
  const acts = resource.acts.filter((act) => effects[act]?.once && isServed(context, act));
  const members = textsOf(create, resource);
  // All members together if the target accepts that, otherwise each alone, since some exclude each other.
  for (const some of [members, ...members.map((member) => [member])]) {
    const make = async (company: Company, text: string): Promise<Thing | undefined> => {
      const values: JsonObject = Object.fromEntries(some.map((member) => [member, shortened(text)]));
      return await createVaried(context, resource.name, company, (body) => ({ ...body, ...values }));
    };
    const judgeTaken = (done: OperationId, isTaken: boolean): void =>
      context.judge(isTaken, {
        message: `${done} in company ${away.id} must not be refused because an object of company ${home.id} has the same ${some.join(', ')}.`,
        expected: '2xx, as for another value',
        actual: 'a refusal',
      });
    const [same, other] = [context.fresh(), context.fresh()];
    const first = await make(home, same);
    if (first === undefined) continue;
    const second = await make(away, same);
    // The control: values that no company has.
    judgeTaken(create, second !== undefined || (await make(away, other)) === undefined);
    if (second === undefined) continue;
    for (const act of acts) {
      if (!(await isDone(context, act, first))) continue;
      const isTaken = await isDone(context, act, second);
      const control = isTaken ? undefined : await make(away, other);
      judgeTaken(act, isTaken || control === undefined || !(await isDone(context, act, control)));
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

async function isDone(context: CheckContext, act: OperationId, { company, id }: Thing): Promise<boolean> {
  const key = operations[act].acceptsKey ? { key: context.freshKey() } : {};
  return isSuccess(await context.send((await context.api()).call(act, { company, id, ...key })));
}
