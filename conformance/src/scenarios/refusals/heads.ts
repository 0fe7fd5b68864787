import { operations } from '../../generated/operations.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import type { Company } from '../../model/target.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { type PreparedOperation, prepared, preparedOperations } from './prepared-operation.ts';
import { judgeRefusals, type Refusal } from './refusal.ts';

/** Judges the same refusals with HEAD: a service may bind its checks to a method. */
export async function judgeOnHeads(
  context: CheckContext,
  company: Company,
  refusal: Refusal,
  isBound: (operation: PreparedOperation) => boolean = () => true,
): Promise<void> {
  const heads = (await servedHeads(context, company)).filter(isBound);
  if (heads.length > 0) await judgeRefusals(context, heads, refusal);
}

/** HEAD of every read, as far as the target serves it, which it need not. None at a quick budget. */
async function servedHeads(context: CheckContext, company: Company): Promise<readonly PreparedOperation[]> {
  if (context.isQuick) return [];
  const served: PreparedOperation[] = [];
  const reads = preparedOperations(context, company).filter(({ operation }) => operations[operation].method === 'GET');
  for (const read of reads) {
    const head = await servedHead(context, { read, company });
    if (head === undefined) continue;
    const again = async (): Promise<Call> => ({ ...(await read.prepareRefused()), method: 'HEAD' });
    // It was accepted when it was sent first.
    served.push({ ...read, prepare: again, prepareRefused: again, control: async () => undefined });
  }
  return served;
}

/** The call, if the target accepts it: the control of every refusal. */
const servedHead = oncePerRunFor<{ readonly read: PreparedOperation; readonly company: Company }, Call | undefined>(
  ({ read, company }) => `${read.operation} ${company.id}`,
  async (context, { read }) => {
    const call = await prepared(read.prepareRefused);
    if (call === undefined) return undefined;
    const head = { ...call, method: 'HEAD' };
    return isSuccess(await context.send(head)) ? head : undefined;
  },
);
