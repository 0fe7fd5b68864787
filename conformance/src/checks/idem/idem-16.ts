import { type Check, check } from '../../model/check.ts';
import { judgeDeletionsOfTwoUsers } from '../../scenarios/idempotency/keys-of-deletions.ts';
import { judgeEachOperation } from '../../scenarios/idempotency/operation-keys.ts';
import { judgeEachForTwoUsers } from '../../scenarios/idempotency/operations-of-two-users.ts';
import { judgeStoredActs } from '../../scenarios/idempotency/stored-refusals.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';

/** IDEM-16: keys of different users are independent; a key that is empty, too long or not printable ASCII answers 400; 2xx and refusals of the operation itself are stored. */
export const idem16: Check = check('IDEM-16', { isolation: 'shared', weight: 4 }, async (context) => {
  await judgeStoredActs(context);
  await judgeEachOperation(context);
  await unlessAbsent(context, 'keys of another user', () => judgeEachForTwoUsers(context));
  await unlessAbsent(context, 'deletions under keys of another user', () => judgeDeletionsOfTwoUsers(context));
});
