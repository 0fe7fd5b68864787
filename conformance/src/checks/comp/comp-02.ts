import { readList } from '../../api/listing.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { asOtherUser } from '../../scenarios/as-other-user.ts';
import { callInEveryCompany } from '../../scenarios/isolation/every-company.ts';
import { companyIdOf, type ListedCompanies, listedCompanies } from '../../scenarios/isolation/listed-companies.ts';

/** COMP-02: every identifier listed works as {companyId} with that company's license key. */
export const comp02: Check = check('COMP-02', { isolation: 'shared', weight: 1 }, async (context) => {
  const { companies, foreignCompany } = context.target;
  const [first, ...others] = companies;
  const lists: ListedCompanies[] = [await listedCompanies(context, first, (call) => context.prepare(call))];
  for (const company of others) {
    const shown = lists.some(({ ids }) => ids.has(company.id));
    if (!shown) lists.push(await listedCompanies(context, company, (call) => context.send(call)));
  }
  // Later pages may be built differently from the first.
  const half = Math.max(1, Math.ceil((lists[0]?.entries.length ?? 0) / 2));
  lists.push(await listedCompanies(context, first, (call) => context.send(call), half));
  // License keys come from the configuration. A company without one is not judged.
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
  await callInEveryCompany(context, listed, ({ operation, company, status }) =>
    context.judge(status !== 403, {
      message: `The listed identifier ${company.id} must work in the path of ${operation} with its license key.`,
      expected: 'anything but 403',
      actual: '403',
    }),
  );
  await judgeOtherUser(context, known);
  if (context.judgements === 0) throw new Inconclusive('no listed company is configured: compare companies with what the target lists');
});

/** Judges that the list for another user, read right after, shows only what that user may use. */
async function judgeOtherUser(context: CheckContext, known: readonly Company[]): Promise<void> {
  const asOther = await asOtherUser(context);
  if (asOther === undefined) return;
  const api = await context.api();
  const listing = await readList(asOther(api.call('listAzienda')), (page) => context.send(asOther(page)), context.target.surface.companyId);
  const ids = new Set(listing?.entries.flatMap((entry) => companyIdOf(context, entry) ?? []));
  for (const company of known.filter(({ id }) => ids.has(id))) {
    const answer = await context.send(asOther(api.call('listArticolo', { company })));
    context.judge(isSuccess(answer), {
      message: `The identifier ${company.id}, listed for another user, must work for that user as {companyId} with its license key.`,
      expected: '2xx',
      actual: String(answer.status),
    });
  }
}
