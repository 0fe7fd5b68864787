import fc from 'fast-check';
import type { Alteration } from '../../probe/refusal.ts';
import { wrongSecret } from '../../probe/wrong-secret.ts';
import { type Check, check } from '../../run/check.ts';
import { headerNames } from '../../target/header-names.ts';
import { withHeader, withoutHeader } from '../../wire/call.ts';
import { judgeNoToken } from './auth-02.ts';

/** AUTH-08: authenticate with a missing or invalid API key answers 403 and no token, although the credentials are right. */
export const auth08: Check = check('AUTH-08', async (trial) => {
  const { apiKey } = headerNames(trial.target.service.headerWord);
  const missing: Alteration = { what: 'no API key', apply: (call) => withoutHeader(call, apiKey) };
  const invalid = wrongSecret(trial.target.credentials.apiKey).map(
    (value): Alteration => ({ what: 'an invalid API key', apply: (call) => withHeader(call, apiKey, value) }),
  );
  await trial.bench.session.newToken((call) => trial.send(call));
  await trial.forAll(fc.oneof(fc.constant(missing), invalid), 6, async ({ what, apply }) => {
    const answer = await trial.sendJudged(apply(trial.bench.session.authenticateCall()), '403');
    judgeNoToken(trial, answer);
    trial.judge(answer.status === 403, {
      message: `authenticate with ${what} must be refused.`,
      expected: '403',
      actual: String(answer.status),
    });
  });
});
