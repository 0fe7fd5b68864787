import { authenticateCall } from '../../api/requests.ts';
import { isSuccess } from '../../http/answer.ts';
import { type Check, check } from '../../model/check.ts';

/** AUTH-07: authenticate needs no license key. */
export const auth07: Check = check('AUTH-07', async (trial) => {
  const answer = await trial.sendRightful(authenticateCall(trial.target), '2xx');
  trial.judge(isSuccess(answer), {
    message: 'authenticate must not ask for a license key.',
    expected: '2xx',
    actual: String(answer.status),
  });
});
