import fc from 'fast-check';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import type { PreparedOperation } from '../../scenarios/refusals/prepared-operation.ts';
import { acceptedOperations, answerIn, judgeRefused } from '../../scenarios/refusals/strange-company.ts';

/** COMP-07: a company that does not exist answers 403 whatever the license key, one that is not the user's under the license keys of others. */
export const comp07: Check = check('COMP-07', { isolation: 'shared', weight: 3 }, async (context) => {
  const { companies, foreignCompany } = context.target;
  const operations = await acceptedOperations(context);
  if (foreignCompany === undefined)
    context.leaveUnjudged('whether a company of another user is refused: set foreignCompany to one, with its license key');
  const known = [...companies, ...(foreignCompany ? [foreignCompany] : [])];
  const strangers = fc.record({
    id: strangeId(known.map(({ id }) => id)),
    licenseKey: fc.constantFrom(...known.map(({ licenseKey }) => licenseKey)),
  });
  const near = context.some(nearCompanies(companies).filter(({ id }) => !known.some((company) => company.id === id)));
  for (const [index, candidate] of operations.entries()) {
    await context.forAll(strangers, 2, (company) => judgeRefused(context, candidate, company, 'that does not exist'));
    for (const company of near.filter((_one, at) => at % operations.length === index % near.length))
      await judgeNotTaken(context, candidate, company);
    if (foreignCompany === undefined) continue;
    // Under its own license key it may be served: the source does not say that it is not (COMP-09).
    for (const { licenseKey } of context.some(companies))
      await judgeRefused(context, candidate, { ...foreignCompany, licenseKey }, 'that is not the user’s');
  }
});

/** Of what is no identifier of a company to a target it may also say that the request is bad, or that there is no such path. */
async function judgeNotTaken(context: CheckContext, candidate: PreparedOperation, company: Company): Promise<void> {
  const answer = await answerIn(context, candidate, company, 'a refusal');
  context.judge(!isSuccess(answer), {
    message: `${candidate.operation} in a company that does not exist must not be taken for another.`,
    expected: 'a refusal',
    actual: `${answer.status} in company ${company.id}`,
  });
}

/** An identifier that no company has, of the same kind as the known ones: a large integer, or text of the same length. */
function strangeId(known: readonly string[]): fc.Arbitrary<string> {
  const strange = known.every(isInteger)
    ? fc.integer({ min: 1_000_000_007, max: 2_000_000_011 }).map(String)
    : fc.stringMatching(new RegExp(`^[a-z0-9]{${Math.max(8, known[0]?.length ?? 8)}}$`));
  return strange.filter((id) => !known.includes(id));
}

/** Identifiers that a careless integer takes for a known one, under the key of that; and the one that a careless condition takes for none. */
function nearCompanies(companies: readonly [Company, ...Company[]]): readonly Company[] {
  const wrapped = companies.filter(({ id }) => isInteger(id)).slice(0, 2);
  const near = [2n ** 32n, 2n ** 64n].flatMap((turn) => wrapped.map((one) => ({ ...one, id: String(BigInt(one.id) + turn) })));
  return [...near, { ...companies[0], id: '0' }];
}

function isInteger(id: string): boolean {
  return /^\d+$/.test(id);
}
