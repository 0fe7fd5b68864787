import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import { closedCompanies } from '../../scenarios/isolation/closed-companies.ts';
import { type PreparedOperation, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { judgeRefusals } from '../../scenarios/refusals/refusal.ts';
import { acceptedOperations, answerIn, judgeRefused } from '../../scenarios/refusals/strange-company.ts';

/** COMP-07: a company that does not exist answers 403 whatever the license key, and so does another user's with a key of this user. */
export const comp07: Check = check('COMP-07', { isolation: 'shared', weight: 2 }, async (context) => {
  const { companies, foreignCompany } = context.target;
  const operations = await acceptedOperations(context);
  if (foreignCompany === undefined)
    context.leaveUnjudged('whether a company of another user is refused: set foreignCompany to one, with its license key');
  const known = [...companies, ...(foreignCompany ? [foreignCompany] : [])];
  const strangers = fc.record({
    id: strangeId(known.map(({ id }) => id)),
    licenseKey: fc.constantFrom(...known.map(({ licenseKey }) => licenseKey)),
  });
  const isStrange = ({ id }: Company): boolean => !known.some((company) => company.id === id);
  const [near, others] = [nearestCompanies(companies[0]).filter(isStrange), nearCompanies(companies).filter(isStrange)];
  const [from = 0] = context.some([...others.keys()], 1);
  for (const [at, candidate] of operations.entries()) {
    await context.forAll(strangers, 1, (company) => judgeRefused(context, candidate, company, 'that does not exist'));
    // The others go round: each operation is called in the next one.
    const next = others[(from + at) % others.length];
    for (const company of context.some([...near, ...(next === undefined ? [] : [next])])) await judgeNotTaken(context, candidate, company);
    if (foreignCompany === undefined) continue;
    // COMP-09 judges it with its own license key.
    const { licenseKey } = companies[at % companies.length] ?? companies[0];
    await judgeRefused(context, candidate, { ...foreignCompany, licenseKey }, 'of another user');
  }
  if (!context.isQuick) await judgeOtherUser(context);
});

/** The reverse: the other user in a company of this user, with the license key of the company that both share. */
async function judgeOtherUser(context: CheckContext): Promise<void> {
  const closed = await closedCompanies(context);
  const { licenseKey } = headerNames(context.target.service.headerWord);
  const [shared] = context.target.companies;
  if (closed === undefined) return;
  for (const company of closed.companies) {
    const scoped = preparedOperations(context, company).filter(({ configuration }) => !configuration);
    const what = 'the token of a user without access to the company, and the license key of a company of that user';
    const apply = (call: Call): Call => withHeader(closed.asOther(call), licenseKey, shared.licenseKey);
    await judgeRefusals(context, scoped, { status: 403, alterations: [{ what, apply }] });
  }
}

/** A target need not recognise these as company ids, so any refusal is right. */
async function judgeNotTaken(context: CheckContext, candidate: PreparedOperation, company: Company): Promise<void> {
  const answer = await answerIn(context, candidate, company, 'a refusal');
  context.judge(!isSuccess(answer), {
    message: `${candidate.operation} in a company that does not exist must be refused, even if its id resembles another one.`,
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

/** Identifiers that an integer overflow or a pattern match takes for a known company, with its key. If one of them exists, the key is not its own. */
function nearestCompanies(company: Company): readonly Company[] {
  const { id } = company;
  const wrapped = isInteger(id) ? [2n ** 32n, 2n ** 64n].map((turn) => String(BigInt(id) + turn)) : [];
  return [...wrapped, '%'].map((other) => ({ ...company, id: other }));
}

/** The same of another company, those that a prefix match takes for a known one, and 0, which a careless condition takes for none. */
function nearCompanies([first, second]: readonly [Company, ...Company[]]): readonly Company[] {
  const others = [`${first.id}7`, `${first.id}x1y2`, `-${first.id}`, '0'].map((id) => ({ ...first, id }));
  return [...others, ...(second === undefined ? [] : nearestCompanies(second))];
}

function isInteger(id: string): boolean {
  return /^\d+$/.test(id);
}
