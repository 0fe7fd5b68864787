import { operations } from '../../generated/operations.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import { firstUse } from '../idempotency/keyed-use.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import { type PreparedOperation, renewed } from './prepared-operation.ts';
import { judgeRefusals, type Refusal } from './refusal.ts';

/** Judges the same refusals for retries with a key: a stored answer must not bypass the checks. */
export async function judgeOnReplays(
  context: CheckContext,
  company: Company,
  refusal: Refusal,
  isBound: (operation: PreparedOperation) => boolean = () => true,
): Promise<void> {
  const replays = (await answeredBefore(context, company)).filter(isBound);
  if (replays.length > 0) await judgeRefusals(context, replays, refusal);
}

/** An accepted request with a key for every operation that takes one. None at a quick budget. */
async function answeredBefore(context: CheckContext, company: Company): Promise<readonly PreparedOperation[]> {
  if (context.isQuick) return [];
  const answered: PreparedOperation[] = [];
  for (const one of operationCases(context, company).filter(({ operation }) => operations[operation].acceptsKey)) {
    const { operation } = one;
    const first = await context.part(`${operation} with a key`, () => acceptedUse(context, one));
    if (first === undefined) continue;
    const again = async (): Promise<Call> => await renewed(context, first);
    answered.push({
      operation,
      configuration: !operations[operation].company,
      prepare: again,
      prepareRefused: again,
      // It was accepted when it was sent first.
      control: async () => undefined,
    });
  }
  return answered;
}

const acceptedUse = oncePerRunFor<OperationCase, Call>(
  ({ operation, company }) => `${operation} ${company.id}`,
  async (context, one) => (await firstUse(context, one)).call,
);
