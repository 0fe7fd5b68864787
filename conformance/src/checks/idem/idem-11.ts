import { type Check, timelineCheck } from '../../model/check.ts';
import { almostADay, firstRequests, judgeableAsKept, retried, sentLater } from '../../scenarios/idempotency/aged-keys.ts';
import { judgeReplay, Ledger } from '../../scenarios/idempotency/keyed-case.ts';

/** IDEM-11: a key is kept for 24 hours: at 23 h 59 min it replays. */
export const idem11: Check = timelineCheck('IDEM-11', async (trial) => {
  const keyed = await firstRequests(trial);
  await almostADay(trial, keyed);
  const ledger = new Ledger();
  for (const request of keyed.requests) {
    const retry = await retried(trial, request);
    judgeableAsKept(trial, keyed);
    judgeReplay(trial, request.creation, request.original, retry, 'A retry after 23 h 59 min');
    ledger.expect(request.creation, request.draft.mark, 1);
  }
  if (keyed.put !== undefined) {
    const { object, call, original } = keyed.put;
    const retry = await sentLater(trial, call);
    judgeableAsKept(trial, keyed);
    judgeReplay(trial, object, original, retry, 'A PUT retried after 23 h 59 min');
  }
  await ledger.judge(trial, 'A retry after 23 h 59 min must have no further effect.');
});
