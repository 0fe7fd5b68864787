import fc from 'fast-check';
import { RequestBuilder } from '../../api/requests.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';
import { Skip } from '../../model/verdict.ts';
import { callInEveryCompany } from '../../scenarios/isolation/every-company.ts';

/** AUTH-09: one token operates on several companies, in any order. */
export const auth09: Check = check('AUTH-09', { isolation: 'shared', weight: 1 }, async (context) => {
  const { companies } = context.target;
  if (companies.length < 2) throw new Skip('only one company is configured: add a second one to companies', 'one company');
  const order = fc.shuffledSubarray([...companies, ...companies], { minLength: 2 });
  await context.forAll(order, 4, async (turns) => {
    const requests = new RequestBuilder(context.target, await context.run.session.newToken((call) => context.send(call)));
    for (const company of turns) {
      const answer = await context.sendRightful(requests.call('listArticolo', { company }), '2xx');
      context.judge(isSuccess(answer), {
        message: `One token must work in every company, here ${turns.map(({ id }) => id).join(', ')} in turn.`,
        expected: '2xx',
        actual: `${answer.status} in company ${company.id}`,
      });
    }
  });
  const list = await context.sendRightful((await context.api()).call('listAzienda'), '2xx');
  context.judge(isSuccess(list), {
    message: 'listAzienda must accept the token of the user.',
    expected: '2xx',
    actual: String(list.status),
  });
  await callInEveryCompany(context, companies, ({ operation, company, first, status }) =>
    context.judge(status !== 401 && status !== 403, {
      message: `${operation} must accept the same token in company ${company.id} as in company ${first.id}.`,
      expected: 'anything but 401 and 403',
      actual: String(status),
    }),
  );
});
