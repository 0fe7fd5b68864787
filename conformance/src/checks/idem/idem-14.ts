import { type Check, check } from '../../model/check.ts';
import { judgePresentState } from '../../scenarios/idempotency/present-state.ts';

/** IDEM-14: GET and DELETE do not need a key: a GET with a key shows the present state, never a stored response. */
export const idem14: Check = check('IDEM-14', { isolation: 'shared', weight: 3 }, judgePresentState);
