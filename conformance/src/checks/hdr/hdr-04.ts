import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { withHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { judgeOnHeads } from '../../scenarios/refusals/heads.ts';
import { judgeOnLaterPages } from '../../scenarios/refusals/later-pages.ts';
import { RefusedCreations } from '../../scenarios/refusals/nothing-written.ts';
import { judgeAsOtherUser } from '../../scenarios/refusals/other-user.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { type Alteration, judgeRefusals } from '../../scenarios/refusals/refusal.ts';
import { mistakenKeys, nearlyRight, wrongSecret } from '../../scenarios/values/wrong-secret.ts';

/** HDR-04: an invalid license key answers 403. */
export const hdr04: Check = check('HDR-04', { isolation: 'shared', weight: 4 }, async (context) => {
  const { licenseKey } = headerNames(context.target.service.headerWord);
  const invalid = (value: string): Alteration => ({ what: 'an invalid license key', apply: (call) => withHeader(call, licenseKey, value) });
  const creations = new RefusedCreations(context);
  const [first] = context.target.companies;
  for (const company of context.target.companies) {
    const { licenseKey: right } = company;
    const alterations = wrongSecret(right).map(invalid);
    const examples = [...nearlyRight(right), ...mistakenKeys(right, [context.target.credentials.apiKey])].map(invalid);
    // Every wrong key is tried in the first company, and a few in each of the others.
    const tried = company === first ? { runs: 1, examples } : { runs: 2 };
    await judgeRefusals(context, preparedOperations(context, company), { status: 403, alterations, ...tried });
    if (company === first) {
      await judgeOnLaterPages(context, company, { status: 403, alterations, runs: 1, examples: [invalid('')] });
      await judgeOnHeads(context, company, { status: 403, alterations, runs: 1 });
    }
    await creations.send(company, invalid('wrong'));
  }
  await judgeAsOtherUser(context, { status: 403, alterations: fc.constant(invalid('wrong')), runs: 1 });
  await creations.judge();
});
