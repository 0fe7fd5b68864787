import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { header } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';

/** AUTH-01: right credentials answer 200 with a token in X-Token. */
export const auth01: Check = check('AUTH-01', { isolation: 'shared', weight: 1 }, async (context) => {
  const { applicationId } = headerNames(context.target.service.headerWord);
  await context.forAll(fc.uuid(), 3, async (id) => {
    const call = withHeader(context.run.session.authenticateCall(), applicationId, id);
    const answer = await context.sendRightful(call, '200 with X-Token');
    context.judge(answer.status === 200, {
      message: 'authenticate must accept the right credentials.',
      expected: '200',
      actual: String(answer.status),
    });
    const token = header(answer, 'X-Token')?.trim() ?? '';
    context.run.session.tokens.add(token);
    context.judge(token !== '', {
      message: 'The answer to authenticate must carry the token.',
      expected: 'a non-empty X-Token header',
      actual: 'no such header, or an empty one',
    });
  });
});
