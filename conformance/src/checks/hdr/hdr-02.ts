import { type Check, check } from '../../model/check.ts';
import { judgeInvalid } from '../../scenarios/refusals/wrong-keys.ts';

/** HDR-02: a valid token with an invalid API key answers 403. */
export const hdr02: Check = check('HDR-02', { isolation: 'shared', weight: 4 }, (context) => judgeInvalid(context, 'API key'));
