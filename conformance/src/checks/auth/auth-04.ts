import fc from 'fast-check';
import { withHeader, withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { Call } from '../../model/exchange.ts';
import { judgeOnHeads } from '../../scenarios/refusals/heads.ts';
import { judgeOnLaterPages } from '../../scenarios/refusals/later-pages.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { type Alteration, judgeRefusals, type Refusal } from '../../scenarios/refusals/refusal.ts';
import { judgeOnReplays } from '../../scenarios/refusals/replays.ts';
import { nearlyRight, wrongSecret } from '../../scenarios/values/wrong-secret.ts';

/** AUTH-04: no token, a malformed or an unknown one answers 401. */
export const auth04: Check = check('AUTH-04', { isolation: 'shared', weight: 4 }, async (context) => {
  const { token } = await context.api();
  const [first, ...others] = context.target.companies;
  const unknown = (wrong: string): Alteration => authorization('an unknown token', `Bearer ${wrong}`);
  const noToken = { what: 'no token', apply: (call: Call) => withoutHeader(call, 'Authorization') };
  const examples = [
    noToken,
    authorization('a token without its scheme', token),
    authorization('a token without a space after its scheme', `Bearer${token}`),
    // A point stands inside many tokens, and a space ends one.
    ...['.', ' '].map((separator) => unknown(`${token}${separator}x1y2`)),
  ];
  const inTurn = [
    authorization('an empty token', 'Bearer'),
    authorization('a token under another scheme', `Basic ${token}`),
    ...[...nearlyRight(token), `x1y2${token}`, context.target.credentials.apiKey, '%'].map(unknown),
  ];
  const alterations = wrongSecret(token).map(unknown);
  await judgeRefusals(context, preparedOperations(context, first), { status: 401, alterations, runs: 1, examples, inTurn });
  const without: Refusal = { status: 401, alterations: fc.constant(noToken), runs: 1 };
  await judgeOnLaterPages(context, first, without);
  await judgeOnReplays(context, first, without);
  await judgeOnHeads(context, first, without);
  // For the other companies, only the operations with a company in the path.
  for (const company of others)
    await judgeRefusals(
      context,
      preparedOperations(context, company).filter(({ configuration }) => !configuration),
      without,
    );
});

function authorization(what: string, value: string): Alteration {
  return { what, apply: (call) => withHeader(call, 'Authorization', value) };
}
