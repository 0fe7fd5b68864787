import { type Check, check } from '../../model/check.ts';
import { judgeOnHeads } from '../../scenarios/refusals/heads.ts';
import { judgeOnLaterPages } from '../../scenarios/refusals/later-pages.ts';
import { RefusedCreations } from '../../scenarios/refusals/nothing-written.ts';
import { judgeAsOtherUser } from '../../scenarios/refusals/other-user.ts';
import { preparedOperations } from '../../scenarios/refusals/prepared-operation.ts';
import { judgeRefusals, type Refusal } from '../../scenarios/refusals/refusal.ts';
import { judgeOnReplays } from '../../scenarios/refusals/replays.ts';
import { noLicenseKey } from '../../scenarios/refusals/wrong-credentials.ts';

/** So many operations of each further company: the other rules about license keys try all of them. */
const SHARE = 6;

/** HDR-03: any request but authenticate without a license key answers 403. */
export const hdr03: Check = check('HDR-03', { isolation: 'shared', weight: 4 }, async (context) => {
  const missing = noLicenseKey(context);
  const refusal: Refusal = { status: 403, alterations: [missing] };
  const creations = new RefusedCreations(context);
  const [first, ...others] = context.target.companies;
  await judgeRefusals(context, preparedOperations(context, first), refusal);
  for (const company of others) {
    const scoped = preparedOperations(context, company).filter(({ configuration }) => !configuration);
    await judgeRefusals(context, context.some(scoped, SHARE), refusal);
  }
  for (const company of context.target.companies) await creations.send(company, missing);
  await judgeOnLaterPages(context, first, refusal);
  await judgeOnReplays(context, first, refusal);
  await judgeOnHeads(context, first, refusal);
  await judgeAsOtherUser(context, refusal);
  await creations.judge();
});
