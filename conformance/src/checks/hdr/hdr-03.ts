import { type Check, check } from '../../model/check.ts';
import { judgeElsewhere } from '../../scenarios/refusals/elsewhere.ts';
import { judgeMissing, missing } from '../../scenarios/refusals/wrong-keys.ts';

/** HDR-03: any request but authenticate without a license key answers 403. */
export const hdr03: Check = check('HDR-03', { isolation: 'shared', weight: 4 }, async (context) => {
  await judgeMissing(context, 'license key');
  await judgeElsewhere(context, { status: 403, alterations: [missing(context, 'license key')] }, ['another user']);
});
