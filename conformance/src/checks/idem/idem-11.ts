import { type Check, check } from '../../model/check.ts';
import { almostADay, firstRequests, judgeableAsKept, sentLater } from '../../scenarios/idempotency/aged-keys.ts';
import { judgeReplay } from '../../scenarios/idempotency/answers.ts';
import { Effects } from '../../scenarios/idempotency/effects.ts';
import { storedRefusals } from '../../scenarios/idempotency/stored-refusals.ts';

/** IDEM-11: a key is kept for 24 hours: at 23 h 59 min it replays. */
export const idem11: Check = check('IDEM-11', { isolation: 'clock', weight: 1 }, async (context) => {
  const keyed = await firstRequests(context);
  const refused = await storedRefusals(context);
  await almostADay(context, keyed);
  const created = Effects.listsOf(context);
  for (const use of [...keyed.uses, ...refused]) {
    const retry = await sentLater(context, use.call, `${use.original.status}, replayed`);
    judgeableAsKept(context, keyed);
    judgeReplay(context, use.one.operation, use.original, retry, 'A retry after 23 h 59 min');
    if (!refused.includes(use)) created.expect(use);
  }
  await created.judge('A retry after 23 h 59 min must have no further effect');
});
