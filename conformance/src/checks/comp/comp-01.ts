import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { asOtherUser } from '../../scenarios/as-other-user.ts';
import { companyIdOf, type ListedCompanies, listedCompanies } from '../../scenarios/isolation/listed-companies.ts';

/** A page size that no other check asks for. */
const OWN_SIZE = 61;

/** COMP-01: the configuration endpoint lists the companies with their identifiers, without a company id in the path. */
export const comp01: Check = check('COMP-01', { isolation: 'shared', weight: 1 }, async (context) => {
  const [first, ...others] = context.target.companies;
  const list = await listedUnder(context, first);
  for (const entry of list.entries) judgeNamed(context, entry);
  judgeListed(context, first, list);
  // The source does not say whether a list shows more than the company of the license key.
  for (const company of others) judgeListed(context, company, list.ids.has(company.id) ? list : await listedUnder(context, company));
  const asOther = await asOtherUser(context);
  if (asOther === undefined) return;
  // A careless target remembers the list of another user for all.
  await context.send(asOther((await context.api()).call('listAzienda', { company: first })));
  const again = await listedUnder(context, first);
  for (const company of context.target.companies) if (list.ids.has(company.id)) judgeListed(context, company, again);
  // The same with a new page size. A target without pages returns the whole list once more.
  const paged = await listedCompanies(context, first, (call) => context.send(asOther(call)).then(() => context.send(call)), OWN_SIZE);
  if (!isSuccess(paged.answer) || !paged.complete) return;
  for (const company of context.target.companies) if (list.ids.has(company.id)) judgeListed(context, company, paged);
});

async function listedUnder(context: CheckContext, company: Company): Promise<ListedCompanies> {
  return await listedCompanies(context, company, async (call) => {
    const answer = await context.sendRightful(call, '2xx with a list');
    // HDR-10 judges which license keys a configuration endpoint accepts.
    const isOthers = answer.status === 403 && company !== context.target.companies[0];
    if (!isOthers)
      context.judge(isSuccess(answer), { message: 'listAzienda must list the companies.', expected: '2xx', actual: String(answer.status) });
    return answer;
  });
}

function judgeNamed(context: CheckContext, entry: JsonObject): void {
  const { companyId } = context.target.surface;
  const id = companyIdOf(context, entry);
  context.judge(id !== undefined, {
    message: 'Every listed company must carry its identifier.',
    expected: `a member "${companyId}" in each entry (surface.companyId)`,
    actual: `the members ${Object.keys(entry).join(', ') || 'none'}`,
  });
}

/** @throws Inconclusive if the list continues in a way that the suite does not know */
function judgeListed(context: CheckContext, { id }: Company, { ids, complete, answer }: ListedCompanies): void {
  if (!ids.has(id) && !complete)
    throw new Inconclusive(`company ${id} is not in the part of the list that was read, and the suite cannot read the rest`);
  context.judge(ids.has(id), {
    message: `listAzienda must list company ${id}, which belongs to the user.`,
    expected: id,
    actual: [...ids].join(', ') || answer.body.slice(0, 200) || 'nothing',
  });
}
