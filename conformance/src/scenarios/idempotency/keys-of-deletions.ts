import { createsForGood } from '../../api/requests.ts';
import { operations } from '../../generated/operations.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Call } from '../../model/exchange.ts';
import { asOtherUser } from '../as-other-user.ts';
import { ownObject } from '../operations/available-object.ts';
import { type OperationCase, operationCases } from '../operations/operation-case.ts';
import { sentLater } from './aged-keys.ts';
import { firstUse } from './keyed-use.ts';

/** A DELETE with a key, which must have no effect on it. */
interface Deletion {
  readonly one: OperationCase;
  readonly call: Call;
}

/** Judges that a DELETE may carry a key that another user has used (IDEM-16). */
export async function judgeDeletionsOfTwoUsers(context: CheckContext): Promise<void> {
  const asOther = await asOtherUser(context);
  const create = keyedCreation(context);
  if (asOther === undefined || create === undefined) return;
  const key = context.freshKey();
  if (!isSuccess(await context.send(asOther((await create.prepare(key)).call)))) return;
  for (const deletion of await deletionsUnder(context, key)) await judgeDeleted(context, deletion, 'that another user has used');
}

/** Prepares the deletions that are judged once the key of a creation is new again. */
export async function agedDeletions(context: CheckContext): Promise<readonly Deletion[]> {
  const create = keyedCreation(context);
  const use = create && (await context.part(create.operation, () => firstUse(context, create)));
  return use === undefined ? [] : await deletionsUnder(context, use.key);
}

/** A creation that may use a key first. */
function keyedCreation(context: CheckContext): OperationCase | undefined {
  const cases = operationCases(context, context.target.companies[0]);
  return cases.find(
    ({ operation, effect }) => effect.kind === 'create' && operations[operation].acceptsKey && !createsForGood(context, operation),
  );
}

/** One deletion for every resource. */
async function deletionsUnder(context: CheckContext, key: string): Promise<readonly Deletion[]> {
  const [company] = context.target.companies;
  const deletions: Deletion[] = [];
  const cases = operationCases(context, company).filter(({ operation }) => operations[operation].method === 'DELETE');
  for (const one of cases)
    await context.part(one.operation, async () => {
      deletions.push({ one, call: withHeader(await deletionOfNew(context, one), 'Idempotency-Key', key) });
    });
  return deletions;
}

async function deletionOfNew(context: CheckContext, { effect, company, callFor }: OperationCase): Promise<Call> {
  return (await callFor(await ownObject(context, effect.resource, company))).call;
}

/** @param whose what the message says of the key */
export async function judgeDeleted(context: CheckContext, { one, call }: Deletion, whose: string): Promise<void> {
  const answer = await sentLater(context, call);
  // The control: a target that accepts no key there at all, or limits the rate, also refuses a key that nobody has used.
  const isRefusedAnyway = async (): Promise<boolean> =>
    !isSuccess(await sentLater(context, withHeader(await deletionOfNew(context, one), 'Idempotency-Key', context.freshKey())));
  if (!isSuccess(answer) && (await isRefusedAnyway())) return;
  context.judge(isSuccess(answer), {
    message: `${one.operation} under a key ${whose} must be executed.`,
    expected: '2xx',
    actual: String(answer.status),
  });
}
