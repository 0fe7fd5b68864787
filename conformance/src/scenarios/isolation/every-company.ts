import type { CheckContext } from '../../model/check-context.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import { prepared, preparedOperations } from '../refusals/prepared-operation.ts';
import { isAccepted } from '../refusals/refusal.ts';
import { trySome } from '../try-some.ts';

/** A call of an operation that the first company accepts, made in another company. */
export interface CallElsewhere {
  readonly operation: string;
  readonly company: Company;
  readonly first: Company;
  readonly call: Call;
  readonly answer: Answer;
}

/** Calls the operations that the first company accepts in each of the other companies, or in the first if it is the only one. */
export async function callInEveryCompany(
  context: CheckContext,
  companies: readonly Company[],
  judge: (elsewhere: CallElsewhere) => void,
): Promise<void> {
  const [first] = context.target.companies;
  const inFirst = new Map(preparedOperations(context, first).map((candidate) => [candidate.operation, candidate]));
  const others = companies.filter(({ id }) => id !== first.id);
  for (const company of others.length === 0 ? companies : others) {
    const scoped = preparedOperations(context, company).filter(({ configuration }) => !configuration);
    await trySome(context, scoped, async ({ operation, prepare }) => {
      const control = inFirst.get(operation);
      const call = control !== undefined && (await isAccepted(control)) ? await prepared(prepare) : undefined;
      if (call === undefined) return false;
      judge({ operation, company, first, call, answer: await context.sendJudged(call, 'anything but 401 and 403') });
      return true;
    });
  }
}
