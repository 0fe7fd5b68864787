import { type Check, check } from '../../model/check.ts';
import { judgeOnHeads } from '../../scenarios/refusals/heads.ts';
import { judgeOnLaterPages } from '../../scenarios/refusals/later-pages.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { type Alteration, judgeRefusals, type Refusal } from '../../scenarios/refusals/refusal.ts';
import { judgeOnReplays } from '../../scenarios/refusals/replays.ts';
import { authorization, bareToken, noToken, tokenAndMore } from '../../scenarios/refusals/wrong-credentials.ts';
import { nearlyRight, wrongSecret } from '../../scenarios/values/wrong-secret.ts';

/** So many operations of each further company: the token belongs to the user, not to a company. */
const SHARE = 6;

/** AUTH-04: no token, a malformed or an unknown one answers 401. */
export const auth04: Check = check('AUTH-04', { isolation: 'shared', weight: 4 }, async (context) => {
  const { token } = await context.api();
  const [first, ...others] = context.target.companies;
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
  const drawn = wrongSecret(token).map(unknown);
  await judgeRefusals(context, preparedOperations(context, first), { status: 401, alterations, near: { inTurn, drawn } });
  const without: Refusal = { status: 401, alterations: [noToken] };
  await judgeOnLaterPages(context, first, without);
  await judgeOnReplays(context, first, without);
  await judgeOnHeads(context, first, without);
  for (const company of others) {
    const scoped = preparedOperations(context, company).filter(({ configuration }) => !configuration);
    await judgeRefusals(context, context.some(scoped, SHARE), without);
  }
});
