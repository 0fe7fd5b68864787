import { type Check, check } from '../../model/check.ts';
import { judgeMissing } from '../../scenarios/refusals/wrong-keys.ts';

/** HDR-01: a valid token without an API key answers 403. */
export const hdr01: Check = check('HDR-01', { isolation: 'shared', weight: 3 }, (context) => judgeMissing(context, 'API key'));
