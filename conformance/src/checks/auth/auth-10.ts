import type { Trial } from '../../engine/trial.ts';
import { header } from '../../http/answer.ts';
import { withoutHeader } from '../../http/call.ts';
import { retryAfterMs } from '../../http/driver.ts';
import { type Check, exclusiveCheck } from '../../model/check.ts';

/** Wrong attempts in a row after which a user must have been slowed down. */
const mostAttempts = 60;

/** AUTH-10: 401 carries WWW-Authenticate: Bearer; repeated failures for one user are slowed with 429 and Retry-After. */
export const auth10: Check = exclusiveCheck('AUTH-10', async (trial) => {
  const api = await trial.api();
  const refused = await trial.sendJudged(withoutHeader(api.call('listAzienda'), 'Authorization'), '401');
  const challenge = header(refused, 'WWW-Authenticate') ?? '';
  // AUTH-04 judges that it is 401.
  if (refused.status !== 401)
    trial.leaveUnjudged(`whether 401 says how to authenticate: listAzienda without a token answers ${refused.status}`);
  else judgeChallenge(trial, challenge);

  const wrong = { ...trial.target.credentials, userName: `${trial.bench.runName}@slowed.invalid` };
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const answer = await trial.sendOnce(trial.bench.session.authenticateCall(wrong));
    if (answer.status !== 429) continue;
    trial.judge(retryAfterMs(answer) !== undefined, {
      message: '429 must say when to come back.',
      expected: 'Retry-After',
      actual: 'no such header',
    });
    return;
  }
  trial.judge(false, {
    message: 'Repeated failures for one user must be slowed.',
    expected: `429 within ${mostAttempts} attempts`,
    actual: 'every attempt was judged',
  });
});

function judgeChallenge(trial: Trial, challenge: string): void {
  trial.judge(/^bearer\b/i.test(challenge), {
    message: '401 must say how to authenticate.',
    expected: 'WWW-Authenticate: Bearer',
    actual: challenge || 'no such header',
  });
}
