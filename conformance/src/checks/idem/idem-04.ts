import { type Check, check } from '../../model/check.ts';
import type { KeyedUse } from '../../scenarios/idempotency/keyed-use.ts';
import { atEach, firstUse, keyedOperations } from '../../scenarios/idempotency/keyed-use.ts';
import { judgeNumbering } from '../../scenarios/idempotency/numbering.ts';
import { judgeOldSubscriptions, oldSubscriptions } from '../../scenarios/idempotency/old-subscriptions.ts';
import { OperationEffects } from '../../scenarios/idempotency/operation-effects.ts';
import { judgeRetryAfterChanges } from '../../scenarios/idempotency/retries-after-changes.ts';
import { retrySettled } from '../../scenarios/idempotency/settled-retries.ts';
import { judgeSameState, shownState } from '../../scenarios/idempotency/shown-state.ts';
import { isSparing } from '../../scenarios/sparingly.ts';
import { unlessAbsent } from '../../scenarios/unless-absent.ts';

/** Retries at each operation: more than the deliveries that a target may repeat by itself. */
const RETRIES = 4;

/** IDEM-04: a retry has no further effect: one object, one set of events. */
export const idem04: Check = check('IDEM-04', { isolation: 'shared', weight: 4 }, async (context) => {
  const effects = await OperationEffects.watch(context);
  const uses: KeyedUse[] = [];
  await atEach(context, keyedOperations(context), async (one) => {
    if (!one.staysForGood) effects.control(await firstUse(context, one));
    const use = await firstUse(context, one);
    const before = await shownState(context, use.object);
    for (let retry = 0; retry < RETRIES; retry += 1) await context.send(use.call);
    await judgeSameState(context, use.object, before, `A retry (${one.operation})`);
    effects.expect(use);
    if (context.isQuick || one.staysForGood) return;
    const later = await firstUse(context, one);
    effects.expect(later);
    uses.push(later);
  });
  if (effects.webhook !== undefined && uses.length > 0) await retrySettled(context, effects.webhook, uses);
  const subscriptions = context.isQuick || isSparing(context) ? undefined : await oldSubscriptions(context);
  await effects.judge('A request and its retries must have one effect');
  if (subscriptions !== undefined) await judgeOldSubscriptions(context, subscriptions);
  // What is done from here on fires events of its own.
  for (const use of uses) await judgeRetryAfterChanges(context, use);
  if (!context.isQuick) await unlessAbsent(context, 'numbers in a row', () => judgeNumbering(context));
});
