import { headerNames } from '../../api/header-names.ts';
import { isSuccess } from '../../http/answer.ts';
import { withHeader, withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { Call } from '../../model/exchange.ts';
import type { Alteration } from '../../scenarios/refusals/refusal.ts';
import { mistakenKeys, otherMistakes, wrongSecret } from '../../scenarios/values/wrong-secret.ts';
import { judgeNoToken } from './auth-02.ts';

/** AUTH-08: authenticate with a missing or invalid API key answers 403 and no token, even with the right credentials. */
export const auth08: Check = check('AUTH-08', { isolation: 'shared', weight: 1 }, async (context) => {
  const { apiKey } = headerNames(context.target.service.headerWord);
  const invalid = (value: string): Alteration => ({ what: 'an invalid API key', apply: (call) => withHeader(call, apiKey, value) });
  const right = context.target.credentials.apiKey;
  const missing: Alteration = { what: 'no API key', apply: (call: Call) => withoutHeader(call, apiKey) };
  const examples = [missing, ...[...mistakenKeys(right, [context.target.companies[0].licenseKey]), ...otherMistakes(right)].map(invalid)];
  const token = await context.run.session.newToken((call) => context.send(call));
  const judge = async ({ what, apply }: Alteration): Promise<void> => {
    const answer = await context.sendJudged(apply(context.run.session.authenticateCall()), '403');
    judgeNoToken(context, answer);
    const message = `authenticate with ${what} must be refused.`;
    context.judge(answer.status === 403, { message, expected: '403', actual: String(answer.status) });
  };
  await context.forAll(wrongSecret(right).map(invalid), 3, judge, examples);
  // A token does not replace the key. The target may find fault with the token first, so any refusal is right.
  for (const { what, apply } of examples.slice(0, 2)) {
    const renewal = withHeader(context.run.session.authenticateCall(), 'Authorization', `Bearer ${token}`);
    const answer = await context.sendJudged(apply(renewal), 'a refusal');
    judgeNoToken(context, answer);
    context.judge(!isSuccess(answer), {
      message: `authenticate with ${what} must be refused, even if it carries a valid token.`,
      expected: 'a refusal',
      actual: String(answer.status),
    });
  }
});
