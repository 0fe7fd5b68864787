import fc from 'fast-check';
import { headerNames } from '../../api/header-names.ts';
import { withoutHeader } from '../../http/call.ts';
import { type Check, check } from '../../model/check.ts';
import { judgeOnHeads } from '../../scenarios/refusals/heads.ts';
import { judgeOnLaterPages } from '../../scenarios/refusals/later-pages.ts';
import { RefusedCreations } from '../../scenarios/refusals/nothing-written.ts';
import { judgeAsOtherUser } from '../../scenarios/refusals/other-user.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { type Alteration, judgeRefusals, type Refusal } from '../../scenarios/refusals/refusal.ts';
import { judgeOnReplays } from '../../scenarios/refusals/replays.ts';

/** HDR-03: any request but authenticate without a license key answers 403. */
export const hdr03: Check = check('HDR-03', { isolation: 'shared', weight: 4 }, async (context) => {
  const { licenseKey } = headerNames(context.target.service.headerWord);
  const missing: Alteration = { what: 'no license key', apply: (call) => withoutHeader(call, licenseKey) };
  const refusal: Refusal = { status: 403, alterations: fc.constant(missing), runs: 1 };
  const creations = new RefusedCreations(context);
  const [first] = context.target.companies;
  for (const company of context.target.companies) {
    const bound = preparedOperations(context, company).filter(({ configuration }) => company === first || !configuration);
    await judgeRefusals(context, bound, refusal);
    await creations.send(company, missing);
  }
  await judgeOnLaterPages(context, first, refusal);
  await judgeOnReplays(context, first, refusal);
  await judgeOnHeads(context, first, refusal);
  await judgeAsOtherUser(context, refusal);
  await creations.judge();
});
