import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import { prepared, preparedOperations } from '../refusals/prepared-operation.ts';
import { controlFails, trySome } from '../refusals/refusal.ts';

/** An operation that is accepted in the first company, called in another one. */
export interface CallElsewhere {
  readonly operation: string;
  readonly company: Company;
  readonly first: Company;
  readonly call: Call;
  readonly answer: Answer;
}

/** Calls what is accepted in the first company in every other one of these. */
export async function callInEveryCompany(
  context: CheckContext,
  companies: readonly Company[],
  judge: (elsewhere: CallElsewhere) => void,
): Promise<void> {
  const [first] = context.target.companies;
  const accepted = new Set<string>();
  for (const candidate of preparedOperations(context, first).filter(({ configuration }) => !configuration))
    if ((await controlFails(context, candidate)) === undefined) accepted.add(candidate.operation);
  for (const company of companies.filter(({ id }) => id !== first.id)) {
    const scoped = preparedOperations(context, company).filter(({ operation }) => accepted.has(operation));
    await trySome(context, scoped, async ({ operation, prepare }) => {
      const call = await prepared(prepare);
      if (call === undefined) return false;
      judge({ operation, company, first, call, answer: await context.sendJudged(call, 'anything but 401 and 403') });
      return true;
    });
  }
}
