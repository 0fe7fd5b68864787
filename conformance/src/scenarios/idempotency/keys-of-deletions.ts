import { operations } from '../../generated/operations.ts';
import { isSuccess } from '../../http/answer.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Answer } from '../../model/exchange.ts';
import { ownObject } from '../operations/available-object.ts';
import { operationCases } from '../operations/operation-case.ts';
import { sentLater } from './aged-keys.ts';

/**
 * Judges that a key which counts as new has no effect on a DELETE of each resource (IDEM-12, IDEM-16).
 * @param whose what the message says of the key
 */
export async function judgeDeletionsUnder(context: CheckContext, key: string, whose: string): Promise<void> {
  const cases = operationCases(context, context.target.companies[0]).filter(({ operation }) => operations[operation].method === 'DELETE');
  for (const one of cases)
    await context.part(one.operation, async () => {
      const deletedUnder = async (used: string): Promise<Answer> =>
        await sentLater(context, (await one.callFor(await ownObject(context, one.effect.resource, one.company), used)).call);
      const answer = await deletedUnder(key);
      // The control: a target that accepts no key there at all, or limits the rate, also refuses a key that nobody has used.
      if (!isSuccess(answer) && !isSuccess(await deletedUnder(context.freshKey()))) return;
      context.judge(isSuccess(answer), {
        message: `${one.operation} under a key ${whose} must be executed.`,
        expected: '2xx',
        actual: String(answer.status),
      });
    });
}
