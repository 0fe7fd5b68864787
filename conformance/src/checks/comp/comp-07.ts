import fc from 'fast-check';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { parseJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { type PreparedOperation, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { controlFails, trySome } from '../../scenarios/refusals/refusal.ts';

/** COMP-07: a company that does not exist, or that is not the user's, answers 403 whatever the license key. */
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
    for (const { licenseKey } of context.some(known))
      await judgeRefused(context, candidate, { ...foreignCompany, licenseKey }, 'that is not the user’s');
  }
});

/** The operations in the path of a company that accept what they should: the control of every refusal. */
async function acceptedOperations(context: CheckContext): Promise<readonly PreparedOperation[]> {
  const accepted: PreparedOperation[] = [];
  const scoped = preparedOperations(context, context.target.companies[0]).filter(({ configuration }) => !configuration);
  await trySome(context, scoped, async (candidate) => {
    const isAccepted = (await controlFails(context, candidate)) === undefined;
    if (isAccepted) accepted.push(candidate);
    return isAccepted;
  });
  if (accepted.length === 0) throw new Inconclusive('the user’s own company is not accepted either');
  return accepted;
}

async function judgeRefused(context: CheckContext, candidate: PreparedOperation, company: Company, what: string): Promise<void> {
  const { status } = await answerIn(context, candidate, company, '403');
  context.judge(status === 403, {
    message: `${candidate.operation} in a company ${what} must be refused.`,
    expected: '403',
    actual: `${status} in company ${company.id}`,
  });
}

/** Of what is no identifier of a company to a target it may also say that the request is bad, or that there is no such path. */
async function judgeNotTaken(context: CheckContext, candidate: PreparedOperation, company: Company): Promise<void> {
  const answer = await answerIn(context, candidate, company, 'a refusal');
  context.judge(!isSuccess(answer), {
    message: `${candidate.operation} in a company that does not exist must not be taken for another.`,
    expected: 'a refusal',
    actual: `${answer.status} in company ${company.id}`,
  });
}

async function answerIn(
  context: CheckContext,
  { operation, prepare }: PreparedOperation,
  company: Company,
  expected: string,
): Promise<Answer> {
  const { subject, body } = await prepare();
  const args = { company, ...(subject !== undefined && { id: subject }), ...(body !== undefined && { body: parseJson(body) }) };
  return await context.sendJudged((await context.api()).call(operation, args), expected);
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
