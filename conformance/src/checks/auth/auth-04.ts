import fc from 'fast-check';
import { withHeader, withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import type { Call } from '../../model/exchange.ts';
import { everyKind, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { type Alteration, judgeRefusals } from '../../scenarios/refusals/refusal.ts';
import { nearlyRight, wrongSecret } from '../../scenarios/values/wrong-secret.ts';

/** AUTH-04: no token, a malformed or an unknown one answers 401. */
export const auth04: Check = check('AUTH-04', { isolation: 'shared', weight: 4 }, async (context) => {
  const { token } = await context.api();
  const examples = [
    { what: 'no token', apply: (call: Call) => withoutHeader(call, 'Authorization') },
    authorization('an empty token', 'Bearer'),
    authorization('a token under another scheme', `Basic ${token}`),
    authorization('a token without its scheme', token),
    ...nearlyRight(token).map((wrong) => authorization('an unknown token', `Bearer ${wrong}`)),
  ];
  const lookedFor = [
    authorization('a token run into its scheme', `Bearer${token}`),
    authorization('a token and another word', `Bearer ${token} x1y2`),
    authorization('an unknown token', `Bearer x1y2${token}`),
  ];
  const alterations = wrongSecret(token).map((wrong) => authorization('an unknown token', `Bearer ${wrong}`));
  const [first, ...others] = context.target.companies;
  await judgeRefusals(context, preparedOperations(context, first), { status: 401, alterations, runs: 2, examples });
  await judgeRefusals(context, everyKind(preparedOperations(context, first)), {
    status: 401,
    alterations: fc.constantFrom(...lookedFor),
    runs: 1,
    examples: lookedFor,
  });
  // Of the other companies, what stands in their own paths.
  for (const company of others) {
    const scoped = preparedOperations(context, company).filter(({ configuration }) => !configuration);
    await judgeRefusals(context, scoped, { status: 401, alterations, runs: 1, examples: examples.slice(0, 1) });
  }
});

function authorization(what: string, value: string): Alteration {
  return { what, apply: (call) => withHeader(call, 'Authorization', value) };
}
