import { headerNames } from '../../api/header-names.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { judgeOnLaterPages } from '../../scenarios/refusals/later-pages.ts';
import { RefusedCreations } from '../../scenarios/refusals/nothing-written.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { type Alteration, judgeRefusals, type Refusal } from '../../scenarios/refusals/refusal.ts';
import { mistakenKeys, otherMistakes, wrongSecret } from '../../scenarios/values/wrong-secret.ts';

/** HDR-04: an invalid license key answers 403. */
export const hdr04: Check = check('HDR-04', { isolation: 'shared', weight: 4 }, async (context) => {
  const { licenseKey } = headerNames(context.target.service.headerWord);
  const invalid = (value: string): Alteration => ({ what: 'an invalid license key', apply: (call) => withHeader(call, licenseKey, value) });
  const creations = new RefusedCreations(context);
  const [first] = context.target.companies;
  const unknown: Refusal = { status: 403, alterations: [invalid(context.freshKey())] };
  for (const company of context.target.companies) {
    const { licenseKey: right } = company;
    const operations = preparedOperations(context, company);
    if (company === first) {
      const alterations = mistakenKeys(right, [context.target.credentials.apiKey]).map(invalid);
      const inTurn = otherMistakes(right).map(invalid);
      const drawn = wrongSecret(right).map(invalid);
      await judgeRefusals(context, operations, { status: 403, alterations, near: { inTurn, drawn } });
      await judgeOnLaterPages(context, company, unknown);
    } else {
      await judgeRefusals(
        context,
        operations.filter(({ configuration }) => !configuration),
        unknown,
      );
    }
    await creations.send(company, invalid('wrong'));
  }
  await creations.judge();
});
