import fc from 'fast-check';
import { RequestBuilder } from '../../api/requests.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Company } from '../../model/target.ts';
import { Skip } from '../../model/verdict.ts';
import { prepared, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { controlFails, trySome } from '../../scenarios/refusals/refusal.ts';

/** AUTH-09: one token operates on several companies, in any order. */
export const auth09: Check = check('AUTH-09', { isolation: 'shared', weight: 1 }, async (context) => {
  const { companies } = context.target;
  if (companies.length < 2) throw new Skip('only one company is configured: add a second one to companies');
  const order = fc.shuffledSubarray([...companies, ...companies], { minLength: 2 });
  await context.forAll(order, 4, async (turns) => {
    const requests = new RequestBuilder(context.target, await context.run.session.newToken((call) => context.send(call)));
    for (const company of turns) {
      const answer = await context.sendRightful(requests.call('listArticolo', { company }), '2xx');
      context.judge(isSuccess(answer), {
        message: `One token must operate on every company, here ${turns.map(({ id }) => id).join(', ')} in turn.`,
        expected: '2xx',
        actual: `${answer.status} in company ${company.id}`,
      });
    }
  });
  await judgeEverywhere(context);
});

/** What one token does in the first company it does in every other one, at every operation. */
async function judgeEverywhere(context: CheckContext): Promise<void> {
  const [first, ...others] = context.target.companies;
  const accepted = await acceptedIn(context, first);
  for (const company of others) {
    const scoped = preparedOperations(context, company).filter(({ operation }) => accepted.has(operation));
    await trySome(context, scoped, async ({ operation, prepare }) => {
      const call = await prepared(prepare);
      if (call === undefined) return false;
      const answer = await context.sendJudged(call, 'anything but 401 and 403');
      context.judge(answer.status !== 401 && answer.status !== 403, {
        message: `${operation} must take the token in company ${company.id} that it takes in company ${first.id}.`,
        expected: 'anything but 401 and 403',
        actual: String(answer.status),
      });
      return true;
    });
  }
}

/** The operations in the path of a company that accept what they should. */
async function acceptedIn(context: CheckContext, company: Company): Promise<ReadonlySet<string>> {
  const accepted = new Set<string>();
  for (const candidate of preparedOperations(context, company).filter(({ configuration }) => !configuration))
    if ((await controlFails(context, candidate)) === undefined) accepted.add(candidate.operation);
  return accepted;
}
