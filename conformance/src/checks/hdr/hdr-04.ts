import { headerNames } from '../../api/header-names.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { RefusedCreations } from '../../scenarios/refusals/nothing-written.ts';
import { everyKind, preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { type Alteration, judgeRefusals } from '../../scenarios/refusals/refusal.ts';
import { emptyAndExtended, nearlyRight, wrongSecret } from '../../scenarios/values/wrong-secret.ts';

/** HDR-04: an invalid license key answers 403. */
export const hdr04: Check = check('HDR-04', { isolation: 'shared', weight: 4 }, async (context) => {
  const { licenseKey } = headerNames(context.target.service.headerWord);
  const invalid = (value: string): Alteration => ({ what: 'an invalid license key', apply: (call) => withHeader(call, licenseKey, value) });
  const creations = new RefusedCreations(context);
  for (const company of context.target.companies) {
    const alterations = wrongSecret(company.licenseKey).map(invalid);
    await judgeRefusals(context, preparedOperations(context, company), {
      status: 403,
      alterations,
      runs: 1,
      examples: nearlyRight(company.licenseKey).map(invalid),
    });
    const examples = [...emptyAndExtended(company.licenseKey), context.target.credentials.apiKey].map(invalid);
    await judgeRefusals(context, everyKind(preparedOperations(context, company)), {
      status: 403,
      alterations,
      runs: 1,
      examples,
    });
    await creations.send(company, invalid('wrong'));
  }
  await creations.judge();
});
