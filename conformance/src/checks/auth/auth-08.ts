import { headerNames } from '../../api/header-names.ts';
import { type Call, withHeader, withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { Alteration } from '../../scenarios/refusals/refusal.ts';
import { emptyAndExtended, nearlyRight, wrongSecret } from '../../scenarios/values/wrong-secret.ts';
import { judgeNoToken } from './auth-02.ts';

/** AUTH-08: authenticate with a missing or invalid API key answers 403 and no token, although the credentials are right. */
export const auth08: Check = check('AUTH-08', async (trial) => {
  const { apiKey } = headerNames(trial.target.service.headerWord);
  const invalid = (value: string): Alteration => ({ what: 'an invalid API key', apply: (call) => withHeader(call, apiKey, value) });
  const right = trial.target.credentials.apiKey;
  const missing: Alteration = { what: 'no API key', apply: (call: Call) => withoutHeader(call, apiKey) };
  const examples = [missing, ...[...nearlyRight(right), ...emptyAndExtended(right)].map(invalid)];
  await trial.bench.session.newToken((call) => trial.send(call));
  const judge = async ({ what, apply }: Alteration): Promise<void> => {
    const answer = await trial.sendJudged(apply(trial.bench.session.authenticateCall()), '403');
    judgeNoToken(trial, answer);
    const message = `authenticate with ${what} must be refused.`;
    trial.judge(answer.status === 403, { message, expected: '403', actual: String(answer.status) });
  };
  await trial.forAll(wrongSecret(right).map(invalid), 3, judge, examples);
});
