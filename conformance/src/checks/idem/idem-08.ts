import { type Check, check } from '../../model/check.ts';
import { judgeDifferentAtOnce } from '../../scenarios/idempotency/at-once.ts';
import { judgeOtherUrls } from '../../scenarios/idempotency/other-urls.ts';

/** IDEM-08: the same key at another URL answers 422 and has no effect. */
export const idem08: Check = check('IDEM-08', { isolation: 'shared', weight: 4 }, async (context) => {
  await judgeOtherUrls(context);
  await judgeDifferentAtOnce(context, 'other operations');
});
