import type { Trial } from '../../engine/trial.ts';
import { isSuccess } from '../../http/answer.ts';
import type { JsonObject } from '../../http/json.ts';
import { type Check, check } from '../../model/check.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { companyIdOf, type ListedCompanies, listedCompanies } from '../../scenarios/isolation/listed-companies.ts';

/** COMP-01: the configuration endpoint lists the companies with their identifiers, without a company id in the path. */
export const comp01: Check = check('COMP-01', async (trial) => {
  const [first, ...others] = trial.target.companies;
  const list = await listedUnder(trial, first);
  for (const entry of list.entries) judgeNamed(trial, entry);
  judgeListed(trial, first, list);
  // Whether a list shows more than the company whose license key it was asked with is not said.
  for (const company of others) judgeListed(trial, company, list.ids.has(company.id) ? list : await listedUnder(trial, company));
});

async function listedUnder(trial: Trial, company: Company): Promise<ListedCompanies> {
  return await listedCompanies(trial, company, async (call) => {
    const answer = await trial.sendRightful(call, '2xx with a list');
    // Which license key serves on a configuration endpoint is not said (HDR-10).
    const isOthers = answer.status === 403 && company !== trial.target.companies[0];
    if (!isOthers)
      trial.judge(isSuccess(answer), { message: 'The companies must be listed.', expected: '2xx', actual: String(answer.status) });
    return answer;
  });
}

function judgeNamed(trial: Trial, entry: JsonObject): void {
  const { companyId } = trial.target.surface;
  const id = companyIdOf(trial, entry);
  trial.judge(id !== undefined, {
    message: 'Every listed company must carry its identifier.',
    expected: `a member "${companyId}" in each entry (surface.companyId)`,
    actual: `the members ${Object.keys(entry).join(', ') || 'none'}`,
  });
}

/** @throws Inconclusive where the list goes on in a way that the suite does not know */
function judgeListed(trial: Trial, { id }: Company, { ids, complete, answer }: ListedCompanies): void {
  if (!ids.has(id) && !complete)
    throw new Inconclusive(`company ${id} is not in the part of the list that was read, and the suite cannot ask for the rest of it`);
  trial.judge(ids.has(id), {
    message: `Company ${id} must be listed: the credentials operate on it.`,
    expected: id,
    actual: [...ids].join(', ') || answer.body.slice(0, 200) || 'nothing',
  });
}
