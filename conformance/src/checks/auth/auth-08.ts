import { isSuccess } from '../../http/answer.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { Alteration } from '../../scenarios/refusals/refusal.ts';
import { invalid, missing } from '../../scenarios/refusals/wrong-keys.ts';
import { mistakenKeys, otherMistakes, wrongSecret } from '../../scenarios/values/wrong-secret.ts';
import { judgeNoToken } from './auth-02.ts';

/** AUTH-08: authenticate with a missing or invalid API key answers 403 and no token, even with the right credentials. */
export const auth08: Check = check('AUTH-08', { isolation: 'shared', weight: 1 }, async (context) => {
  const wrong = (value: string): Alteration => invalid(context, 'API key', value);
  const right = context.target.credentials.apiKey;
  const examples = [
    missing(context, 'API key'),
    ...[...mistakenKeys(right, [context.target.companies[0].licenseKey]), ...otherMistakes(right)].map(wrong),
  ];
  const token = await context.run.session.newToken((call) => context.send(call));
  const judge = async ({ what, apply }: Alteration): Promise<void> => {
    const answer = await context.sendJudged(await apply(context.run.session.authenticateCall()), '403');
    judgeNoToken(context, answer);
    const message = `authenticate with ${what} must be refused.`;
    context.judge(answer.status === 403, { message, expected: '403', actual: String(answer.status) });
  };
  await context.forAll(wrongSecret(right).map(wrong), 3, judge, examples);
  // A token does not replace the key. The target may find fault with the token first, so any refusal is right.
  for (const { what, apply } of examples.slice(0, 2)) {
    const renewal = withHeader(context.run.session.authenticateCall(), 'Authorization', `Bearer ${token}`);
    const answer = await context.sendJudged(await apply(renewal), 'a refusal');
    judgeNoToken(context, answer);
    context.judge(!isSuccess(answer), {
      message: `authenticate with ${what} must be refused, even if it carries a valid token.`,
      expected: 'a refusal',
      actual: String(answer.status),
    });
  }
});
