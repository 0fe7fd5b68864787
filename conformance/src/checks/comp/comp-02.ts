import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { callInEveryCompany } from '../../scenarios/isolation/every-company.ts';
import { type ListedCompanies, listedCompanies } from '../../scenarios/isolation/listed-companies.ts';

/** COMP-02: every identifier listed works as {companyId} with that company's license key. */
export const comp02: Check = check('COMP-02', { isolation: 'shared', weight: 1 }, async (context) => {
  const { companies, foreignCompany } = context.target;
  const [first, ...others] = companies;
  const lists: ListedCompanies[] = [await listedCompanies(context, first, (call) => context.prepare(call))];
  for (const company of others) {
    const shown = lists.some(({ ids }) => ids.has(company.id));
    if (!shown) lists.push(await listedCompanies(context, company, (call) => context.send(call)));
  }
  // Later pages may be made in another way than the first.
  const half = Math.max(1, Math.ceil((lists[0]?.entries.length ?? 0) / 2));
  lists.push(await listedCompanies(context, first, (call) => context.send(call), half));
  // Only the configuration knows license keys; a company without one there is not judged.
  const known = [...companies, ...(foreignCompany ? [foreignCompany] : [])];
  for (const company of known.filter(({ id }) => lists.some(({ ids }) => ids.has(id)))) {
    const answer = await context.sendRightful((await context.api()).call('listArticolo', { company }), '2xx');
    context.judge(isSuccess(answer), {
      message: `The listed identifier ${company.id} must work as {companyId} with its license key.`,
      expected: '2xx',
      actual: String(answer.status),
    });
  }
  const listed = companies.filter(({ id }) => lists.some(({ ids }) => ids.has(id)));
  await callInEveryCompany(context, listed, ({ operation, company, answer }) =>
    context.judge(answer.status !== 403, {
      message: `The listed identifier ${company.id} must work in the path of ${operation} with its license key.`,
      expected: 'anything but 403',
      actual: '403',
    }),
  );
  if (context.judgements === 0) throw new Inconclusive('no listed company is configured: compare companies with what the target lists');
});
