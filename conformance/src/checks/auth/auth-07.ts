import { authenticateCall } from '../../api/requests.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';

/** AUTH-07: authenticate needs no license key. */
export const auth07: Check = check('AUTH-07', { isolation: 'shared', weight: 1 }, async (context) => {
  const answer = await context.sendRightful(authenticateCall(context.target), '2xx');
  context.judge(isSuccess(answer), {
    message: 'authenticate must not ask for a license key.',
    expected: '2xx',
    actual: String(answer.status),
  });
});
