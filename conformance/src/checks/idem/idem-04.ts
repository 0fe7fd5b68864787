import fc from 'fast-check';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive, Skip } from '../../model/verdict.ts';
import { judgeCreatedOnce, retriedCreations } from '../../scenarios/idempotency/created-once.ts';
import { type Creation, creations } from '../../scenarios/idempotency/creation.ts';
import { ExpectedEffects, first, withCreation } from '../../scenarios/idempotency/keyed-case.ts';
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

/** IDEM-04: a retry has no further effect: one object, one set of events. */
export const idem04: Check = check('IDEM-04', { isolation: 'shared', weight: 4 }, async (context) => {
  const kinds = await creations(context);
  const effects = new ExpectedEffects();
  const retried: { readonly creation: Creation; readonly mark: string }[] = [];
  const once = new Map<Creation, string>();
  for (const creation of kinds) {
    const draft = await creation.draft();
    await first(context, creation, draft, context.freshKey());
    once.set(creation, draft.mark);
    effects.expect(creation, draft.mark, 1);
  }
  await context.forAll(
    withCreation(kinds, fc.integer({ min: 1, max: 4 })),
    6,
    async ({ creation, rest: retries }) => {
      const [draft, key] = [await creation.draft(), context.freshKey()];
      await first(context, creation, draft, key);
      for (let retry = 0; retry < retries; retry += 1) await context.send(await creation.call(draft, key));
      effects.expect(creation, draft.mark, 1);
      retried.push({ creation, mark: draft.mark });
    },
    kinds.map((creation) => ({ creation, rest: 2 })),
  );
  await judgeOperations(context);
  const others = await unlessAbsent(context, 'stock items and documents', () => retriedCreations(context));
  if (!context.isQuick) await unlessAbsent(context, 'numbers in a row', () => judgeNumbering(context));
  await effects.judge(context, 'A request and its retries must have one effect.');
  if (others !== undefined) judgeCreatedOnce(context, others);
  for (const [creation, mark] of once) {
    const marks = retried.flatMap((one) => (one.creation === creation ? [one.mark] : []));
    await judgeEvents(context, creation, mark, marks);
  }
});

/** Retries at each operation: more than the deliveries that a target may repeat by itself. */
const RETRIES = 4;

/** Every operation: its retries change nothing that is shown, and cause no more than it did. */
async function judgeOperations(context: CheckContext): Promise<void> {
  const operationEffects = await OperationEffects.watch(context);
  const uses: KeyedUse[] = [];
  await atEach(context, keyedOperations(context), async (one) => {
    operationEffects.control(await firstUse(context, one));
    const use = await firstUse(context, one);
    const before = await shownState(context, use.object);
    for (let retry = 0; retry < RETRIES; retry += 1) await context.send(use.call);
    await judgeSameState(context, use.object, before, `A retry (${one.operation})`);
    operationEffects.expect(use);
    if (context.isQuick) return;
    const later = await firstUse(context, one);
    operationEffects.expect(later);
    uses.push(later);
  });
  if (operationEffects.webhook !== undefined && uses.length > 0) await retrySettled(context, operationEffects.webhook, uses);
  const subscriptions = context.isQuick || isSparing(context) ? undefined : await oldSubscriptions(context);
  await operationEffects.judge('A request and its retries must have one effect');
  if (subscriptions !== undefined) await judgeOldSubscriptions(context, subscriptions);
  // What is done from here on fires events of its own.
  for (const use of uses) await judgeRetryAfterChanges(context, use);
}

/** A request that was retried fires what one that was not retried fires, of every type. */
async function judgeEvents(context: CheckContext, creation: Creation, once: string, retried: readonly string[]): Promise<void> {
  const effects = await creation.count([once]).catch((error: unknown) => {
    if (!(error instanceof Inconclusive || error instanceof Skip)) throw error;
  });
  const expected = effects?.allEvents?.(once);
  if (expected === undefined) return;
  for (const mark of retried) {
    const seen = effects?.allEvents?.(mark) ?? 0;
    context.judge(seen <= expected, {
      message: 'Retries must fire no event of any type.',
      expected: `${expected} events`,
      actual: `${seen} events`,
      about: { 'sent with this mark': mark },
    });
  }
}
