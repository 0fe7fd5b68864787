import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { parseJson } from '../../model/json.ts';
import type { Company } from '../../model/target.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { trySome } from '../try-some.ts';
import { type PreparedOperation, preparedOperations } from './prepared-operation.ts';
import { isAccepted } from './refusal.ts';

/** The operations with a company in the path that accept their control. */
export async function acceptedOperations(context: CheckContext): Promise<readonly PreparedOperation[]> {
  const accepted: PreparedOperation[] = [];
  const scoped = preparedOperations(context, context.target.companies[0]).filter(({ configuration }) => !configuration);
  await trySome(context, scoped, async (candidate) => {
    const isControl = await isAccepted(candidate);
    if (isControl) accepted.push(candidate);
    return isControl;
  });
  if (accepted.length === 0) throw new Inconclusive('the user’s own company is not accepted either');
  return accepted;
}

/** Judges that a request in a company without access for the user is refused. @param what which company that is */
export async function judgeRefused(context: CheckContext, candidate: PreparedOperation, company: Company, what: string): Promise<void> {
  const { status } = await answerIn(context, candidate, company, '403');
  context.judge(status === 403, {
    message: `${candidate.operation} in a company ${what} must be refused.`,
    expected: '403',
    actual: `${status} in company ${company.id}`,
  });
}

/** What an operation answers in a company. */
export async function answerIn(
  context: CheckContext,
  { operation, prepareRefused }: PreparedOperation,
  company: Company,
  expected: string,
): Promise<Answer> {
  const { subject, body } = await prepareRefused();
  const args = { company, ...(subject !== undefined && { id: subject }), ...(body !== undefined && { body: parseJson(body) }) };
  return await context.sendJudged((await context.api()).call(operation, args), expected);
}
