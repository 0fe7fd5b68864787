import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import { closedCompanies } from '../../scenarios/isolation/listed-companies.ts';
import { inCompany, type PreparedOperation, scopedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { judgeEach, judgeRefusals } from '../../scenarios/refusals/refusal.ts';

/** COMP-07: a company that does not exist answers 403 whatever the license key, and so does another user's with a key of this user. */
export const comp07: Check = check('COMP-07', { isolation: 'shared', weight: 2 }, async (context) => {
  const { companies, foreignCompany } = context.target;
  if (foreignCompany === undefined)
    context.leaveUnjudged('whether a company of another user is refused: set foreignCompany to one, with its license key');
  const known = [...companies, ...(foreignCompany ? [foreignCompany] : [])];
  const strangers = fc.record({
    id: strangeId(known.map(({ id }) => id)),
    licenseKey: fc.constantFrom(...known.map(({ licenseKey }) => licenseKey)),
  });
  const isStrange = ({ id }: Company): boolean => !known.some((company) => company.id === id);
  const [first, second] = companies;
  const [near, others] = [nearestCompanies(first).filter(isStrange), nearCompanies(first).filter(isStrange)];
  // Objects of the first company are not in the second, so it is tried where no object is named.
  const ofSecond = second === undefined ? others : nearestCompanies(second).filter(isStrange);
  let [turn = 0] = context.some([...others.keys()], 1);
  await judgeEach(context, scopedOperations(context, first), async (candidate, call) => {
    const judge = (company: Company, what: string): Promise<void> => judgeRefused(context, candidate, { call, company, what });
    await context.forAll(strangers, 1, (company) => judge(company, 'that does not exist'));
    // These go round: each operation is called in the next one.
    const resembling = call.subject === undefined ? ofSecond : others;
    for (const company of context.some([...near, ...resembling.slice(turn % resembling.length).slice(0, 1)]))
      await judgeNotTaken(context, candidate, { call, company });
    // COMP-09 judges it with its own license key.
    const { licenseKey } = companies[turn % companies.length] ?? first;
    if (foreignCompany !== undefined) await judge({ ...foreignCompany, licenseKey }, 'of another user');
    turn += 1;
  });
  if (!context.isQuick) await judgeOtherUser(context);
});

interface Tried {
  readonly call: Call;
  readonly company: Company;
}

/** @param what which company it is */
async function judgeRefused(
  context: CheckContext,
  { operation }: PreparedOperation,
  { call, company, what }: Tried & { readonly what: string },
): Promise<void> {
  const { status } = await context.sendJudged(await inCompany(context, call, company), '403');
  context.judge(status === 403, {
    message: `${operation} in a company ${what} must be refused.`,
    expected: '403',
    actual: `${status} in company ${company.id}`,
  });
}

/** A target need not recognise these as company ids, so any refusal is right. */
async function judgeNotTaken(context: CheckContext, { operation }: PreparedOperation, { call, company }: Tried): Promise<void> {
  const answer = await context.sendJudged(await inCompany(context, call, company), 'a refusal');
  context.judge(!isSuccess(answer), {
    message: `${operation} in a company that does not exist must be refused, even if its id resembles another one.`,
    expected: 'a refusal',
    actual: `${answer.status} in company ${company.id}`,
  });
}

/** The reverse: the other user in a company of this user, with the license key of the company that both share. */
async function judgeOtherUser(context: CheckContext): Promise<void> {
  const closed = await closedCompanies(context);
  const { licenseKey } = headerNames(context.target.service.headerWord);
  const [shared] = context.target.companies;
  if (closed === undefined) return;
  for (const company of closed.companies) {
    const what = 'the token of a user without access to the company, and the license key of a company of that user';
    const apply = (call: Call): Call => withHeader(closed.asOther(call), licenseKey, shared.licenseKey);
    await judgeRefusals(context, scopedOperations(context, company), { status: 403, alterations: [{ what, apply }] });
  }
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

/** Identifiers that a prefix match takes for a known company, and 0, which a careless condition takes for none. */
function nearCompanies(company: Company): readonly Company[] {
  const { id } = company;
  return [`${id}7`, `${id}x1y2`, `-${id}`, '0'].map((other) => ({ ...company, id: other }));
}

function isInteger(id: string): boolean {
  return /^\d+$/.test(id);
}
