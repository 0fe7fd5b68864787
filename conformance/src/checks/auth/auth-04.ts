import { type Check, check } from '../../model/check.ts';
import { judgeElsewhere } from '../../scenarios/refusals/elsewhere.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { type Alteration, judgeRefusals } from '../../scenarios/refusals/refusal.ts';
import { authorization, bareToken, noToken, tokenAndMore } from '../../scenarios/refusals/wrong-keys.ts';
import { nearlyRight, wrongSecret } from '../../scenarios/values/wrong-secret.ts';

/** AUTH-04: no token, a malformed or an unknown one answers 401. */
export const auth04: Check = check('AUTH-04', { isolation: 'shared', weight: 4 }, async (context) => {
  const { token } = await context.api();
  const unknown = (wrong: string): Alteration => authorization('an unknown token', `Bearer ${wrong}`);
  const alterations = [
    noToken,
    authorization('a token without a space after its scheme', `Bearer${token}`),
    bareToken(token),
    authorization('a token that goes on after a space', `Bearer ${token} x1y2`),
    tokenAndMore(token),
  ];
  const inTurn = [
    authorization('an empty token', 'Bearer'),
    authorization('a token under another scheme', `Basic ${token}`),
    ...[...nearlyRight(token), `x1y2${token}`, context.target.credentials.apiKey, '%'].map(unknown),
  ];
  const near = { inTurn, drawn: wrongSecret(token).map(unknown) };
  await judgeRefusals(context, preparedOperations(context, context.target.companies[0]), { status: 401, alterations, near });
  await judgeElsewhere(context, { status: 401, alterations: [noToken] }, ['other companies', 'later pages', 'replays', 'heads']);
});
