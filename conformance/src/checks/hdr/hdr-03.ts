import { type Check, check } from '../../model/check.ts';
import { judgeMissing } from '../../scenarios/refusals/missing-header.ts';
import { judgeAsOtherUser } from '../../scenarios/refusals/other-user.ts';
import { noLicenseKey } from '../../scenarios/refusals/wrong-credentials.ts';

/** HDR-03: any request but authenticate without a license key answers 403. */
export const hdr03: Check = check('HDR-03', { isolation: 'shared', weight: 4 }, async (context) => {
  const missing = noLicenseKey(context);
  await judgeMissing(context, missing);
  await judgeAsOtherUser(context, { status: 403, alterations: [missing] });
});
