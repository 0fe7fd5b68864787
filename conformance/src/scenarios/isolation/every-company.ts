import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { preparedOperations, scopedOperations } from '../refusals/prepared-operation.ts';
import { isAccepted, usualStatus } from '../refusals/refusal.ts';
import { trySome } from '../try-some.ts';

/** An operation that the first company accepts, tried in another company. */
export interface CallElsewhere {
  readonly operation: string;
  readonly company: Company;
  readonly first: Company;
  /** What it answered there. */
  readonly status: number;
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
    await trySome(context, scopedOperations(context, company), async (candidate) => {
      const { operation } = candidate;
      const control = inFirst.get(operation);
      if (control === undefined || !(await isAccepted(control))) return false;
      const status = await usualStatus(context, candidate, 'anything but 401 and 403');
      if (status !== undefined) judge({ operation, company, first, status });
      return status !== undefined;
    });
  }
}
