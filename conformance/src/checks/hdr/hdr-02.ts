import { headerNames } from '../../api/header-names.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { judgeOnLaterPages } from '../../scenarios/refusals/later-pages.ts';
import { RefusedCreations } from '../../scenarios/refusals/nothing-written.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { type Alteration, judgeRefusals, type Refusal } from '../../scenarios/refusals/refusal.ts';
import { mistakenKeys, otherMistakes, wrongSecret } from '../../scenarios/values/wrong-secret.ts';

/** So many operations of each further company: the API key belongs to the user, not to a company. */
const SHARE = 6;

/** HDR-02: a valid token with an invalid API key answers 403. */
export const hdr02: Check = check('HDR-02', { isolation: 'shared', weight: 4 }, async (context) => {
  const { apiKey } = headerNames(context.target.service.headerWord);
  const right = context.target.credentials.apiKey;
  const invalid = (value: string): Alteration => ({ what: 'an invalid API key', apply: (call) => withHeader(call, apiKey, value) });
  const [first, ...others] = context.target.companies;
  const alterations = mistakenKeys(right, [first.licenseKey]).map(invalid);
  const inTurn = otherMistakes(right).map(invalid);
  const drawn = wrongSecret(right).map(invalid);
  await judgeRefusals(context, preparedOperations(context, first), { status: 403, alterations, near: { inTurn, drawn } });
  const unknown: Refusal = { status: 403, alterations: [invalid(context.freshKey())] };
  await judgeOnLaterPages(context, first, unknown);
  const creations = new RefusedCreations(context);
  await creations.send(first, invalid('wrong'));
  for (const company of others) {
    const scoped = preparedOperations(context, company).filter(({ configuration }) => !configuration);
    await judgeRefusals(context, context.some(scoped, SHARE), unknown);
  }
  await creations.judge();
});
