import { type Check, check } from '../../run/check.ts';
import { Inconclusive } from '../../run/verdict.ts';
import { readList } from '../../target/listing.ts';
import { isSuccess } from '../../wire/answer.ts';
import { memberOf } from '../../wire/json.ts';

/** COMP-02: every identifier listed works as {companyId} with that company's license key. */
export const comp02: Check = check('COMP-02', async (trial) => {
  const { foreignCompany, surface } = trial.target;
  const companies = [...trial.target.companies, ...(foreignCompany ? [foreignCompany] : [])];
  const api = await trial.api();
  const list = await readList(api.call('listAzienda'), (call) => trial.prepare(call), surface.companyId);
  for (const entry of list?.entries ?? []) {
    const id = String(memberOf(entry, surface.companyId));
    const known = companies.find((company) => company.id === id);
    // Only the configuration knows license keys; a company without one there is not judged.
    if (known === undefined) continue;
    const answer = await trial.sendRightful(api.call('listArticolo', { company: { ...known, id } }), '2xx');
    trial.judge(isSuccess(answer), {
      message: `The listed identifier ${id} must work as {companyId} with its license key.`,
      expected: '2xx',
      actual: String(answer.status),
    });
  }
  if (trial.judgements === 0) throw new Inconclusive('no listed company is configured: compare companies with what the target lists');
});
