import { type Check, check } from '../../model/check.ts';
import { judgeInvalid } from '../../scenarios/refusals/wrong-keys.ts';

/** HDR-04: an invalid license key answers 403. */
export const hdr04: Check = check('HDR-04', { isolation: 'shared', weight: 4 }, (context) => judgeInvalid(context, 'license key'));
