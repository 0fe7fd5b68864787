import fc from 'fast-check';
import { RequestBuilder } from '../../api/requests.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import { Skip } from '../../model/verdict.ts';

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
});
