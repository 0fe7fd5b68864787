import { type Check, check } from '../../model/check.ts';
import { judgeMissing } from '../../scenarios/refusals/missing-header.ts';
import { noApiKey } from '../../scenarios/refusals/wrong-credentials.ts';

/** HDR-01: a valid token without an API key answers 403. */
export const hdr01: Check = check('HDR-01', { isolation: 'shared', weight: 3 }, async (context) => {
  await judgeMissing(context, noApiKey(context));
});
