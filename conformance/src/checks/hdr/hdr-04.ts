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
  for (const company of context.target.companies) {
    const { licenseKey: right } = company;
    const refusal: Refusal = { status: 403, alterations: wrongSecret(right).map(invalid), runs: 1 };
    const operations = preparedOperations(context, company);
    if (company === first) {
      const examples = mistakenKeys(right, [context.target.credentials.apiKey]).map(invalid);
      const inTurn = otherMistakes(right).map(invalid);
      await judgeRefusals(context, operations, { ...refusal, examples, inTurn });
      await judgeOnLaterPages(context, company, refusal);
    } else {
      await judgeRefusals(
        context,
        operations.filter(({ configuration }) => !configuration),
        refusal,
      );
    }
    await creations.send(company, invalid('wrong'));
  }
  await creations.judge();
});
