import { createdId, objectOf } from '../../api/identity.ts';
import { isServed } from '../../api/requests.ts';
import { type Resource, resources } from '../../generated/resources.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { memberOf } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { canCreate } from '../operations/available-object.ts';
import { createObject, draftOf } from '../operations/creation.ts';
import type { Draft } from '../operations/stored-object.ts';
import { shownNow } from '../operations/stored-object.ts';

/** How many creations are sent at once in each company. */
const EACH = 2;

/** Judges that objects that are created in two companies at the same time end up in their own company (COMP-03). */
export async function judgeCreatedAtOnce(context: CheckContext, home: Company, away: Company): Promise<void> {
  for (const resource of context.some(Object.values(resources).filter((one) => one.company && canCreate(context, one.name))))
    await context.part(`${resource.name}, created in two companies at once`, () => judgeResource(context, resource, [home, away]));
}

async function judgeResource(context: CheckContext, resource: Resource, companies: readonly [Company, Company]): Promise<void> {
  const { create, read } = resource.operations;
  const { label: member } = resource;
  if (create === undefined || read === undefined || member === undefined || !isServed(context, read)) return;
  // The control: an object that is created alone is shown with its name.
  const alone = await createObject(context, resource.name, companies[0]);
  if (alone.draft?.label === undefined || memberOf(await shownNow(context, alone), member) !== alone.draft.label) return;
  const labelled = (company: Company, { body }: Draft): { readonly company: Company; readonly draft: Draft } => {
    const label = context.fresh();
    return { company, draft: { body: { ...body, [member]: label }, label } };
  };
  // The bodies may refer to the same objects.
  const plain = await Promise.all(companies.map(async (company) => ({ company, draft: await draftOf(context, resource.name, company) })));
  const drafts = Array.from({ length: EACH }, () => plain.map(({ company, draft }) => labelled(company, draft))).flat();
  const api = await context.api();
  const answers = await Promise.all(
    drafts.map(async ({ draft, company }) => ({
      draft,
      company,
      answer: await context.send(api.call(create, { company, body: draft.body })),
    })),
  );
  for (const { draft, company, answer } of answers) {
    const id = isSuccess(answer) ? createdId(answer, resource.setting) : undefined;
    if (id === undefined) continue;
    const shown = await context.sendJudged(api.call(read, { company, id }), 'the object');
    const name = isSuccess(shown) ? memberOf(objectOf(shown, member), member) : undefined;
    context.judge(name === draft.label, {
      message: `An object that ${create} creates in company ${company.id} must be there, whatever another company creates at the same time.`,
      expected: `${member} ${String(draft.label)}`,
      actual: `${shown.status}${isSuccess(shown) ? `, ${member} ${String(name)}` : ''}`,
    });
  }
}
